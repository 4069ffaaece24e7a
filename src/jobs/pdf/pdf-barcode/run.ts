import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { JobFailure } from '../../../contract/failure.ts';
import { everyPage, parsePages } from '../../../engines/page-spans.ts';
import { readCodes } from '../../../engines/zxing/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run } from '../../run.ts';
import { describeCode, findCodes, type PageCode } from '../documents/codes.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { makePlain } from '../documents/plain.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

export const run: Run<typeof job> = async context => {
  const { dir, inputs } = context;
  const [input] = inputs;
  const { codes, engines } =
    input.format === 'pdf' ? await readDocument(context) : await readPicture(input.path);
  const path = join(dir, 'codes.json');
  const unit = input.format === 'pdf' ? 'point' : 'pixel';
  await writeFile(path, JSON.stringify({ unit, codes }, undefined, 2));
  const filename = makeOutputName(input.filename, '.json');
  return { outputs: [{ path, filename, format: 'json', metadata: { codes: codes.length } }], engines };
};

interface Found {
  codes: PageCode[];
  engines: string[];
}

async function readDocument({
  dir,
  inputs,
  options,
  progress,
  begin,
}: Parameters<Run<typeof job>>[0]): Promise<Found> {
  const spans = options.pages === undefined ? everyPage : parsePages(options.pages);
  const document = await makePlain(join(dir, 'plain'), makePdfInput(inputs[0], options.password), spans);
  begin({ drawnPage: 2 * document.indexes.length });
  const codes = await findCodes(document.path, document, progress);
  return { codes, engines: [...document.engines, 'pdfium', 'zxing'] };
}

async function readPicture(file: string): Promise<Found> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(error => {
      throw new JobFailure('unreadable_input', String(error));
    });
  const codes = await readCodes({
    data: new Uint8ClampedArray(data),
    width: info.width,
    height: info.height,
  });
  return { codes: codes.map(code => describeCode(code, 1, 1)), engines: ['sharp', 'zxing'] };
}
