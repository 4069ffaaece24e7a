import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { makeWarning } from '../../../contract/warnings.ts';
import { everyPage, parsePages } from '../../../engines/page-spans.ts';
import { preparePages } from '../../../engines/pikepdf/engine.ts';
import { packFiles } from '../../../engines/sevenzip/pack.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { getFormat } from '../../../formats/formats.ts';
import { zip } from '../../../lists.ts';
import type { Run, RunOutput } from '../../run.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { withRescue } from '../documents/rescue.ts';
import { drawPages } from './draw.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

const maxImages = 5000;
/** The renderer holds the whole document in memory. */
const maxBytes = 700 * 1024 * 1024;

export const run: Run<typeof job> = async ({ dir, inputs, options, progress, begin, measure }) => {
  const [input] = inputs;
  const plain = join(dir, 'plain.pdf');
  const spans = options.pages === undefined ? everyPage : parsePages(options.pages);
  let readable = input.path;
  const { result, engines } = await withRescue(
    dir,
    [makePdfInput(input, options.password)],
    async ([only]) => {
      const prepared = await preparePages({ inputs: [only], output: plain, spans, most: maxImages }, {});
      readable = prepared.rewritten ? plain : only.path;
      return prepared;
    },
  );
  const { indexes, units } = result;

  const { size } = await stat(readable);
  if (size > maxBytes) throw new JobFailure('limit_exceeded', `a document of ${size} bytes`);

  const { dpi } = options;
  const format = options.format === 'cbz' ? 'jpeg' : options.format;
  const extension = getFormat(format).extensions[0];
  const width = String(result.count).length;
  const outputs: RunOutput[] = [];
  let hasLostPictures = false;
  const drawn = drawPages(
    {
      path: readable,
      bytes: await readFile(readable),
      withoutFonts: new Set(result.withoutFonts),
      units,
      dir,
      begin,
      measure,
    },
    indexes,
    { format, dpi, width: options.width, quality: options.quality ?? 90 },
  );
  for await (const image of drawn) {
    const page = image.index + 1;
    hasLostPictures ||= image.hasLostPictures;
    outputs.push({
      path: image.path,
      filename: makeOutputName(input.filename, `-${String(page).padStart(width, '0')}.${extension}`),
      format,
      metadata: {
        page,
        width: image.width,
        height: image.height,
        ...(result.repaired && { repaired: true }),
      },
    });
    progress((100 * outputs.length) / indexes.length);
  }
  const drawers = indexes.length > result.withoutFonts.length ? ['pdfium', 'sharp'] : ['sharp'];
  const fallback = result.withoutFonts.length > 0 ? ['poppler'] : [];
  const warnings = hasLostPictures ? [makeWarning('pictures_unreadable')] : [];
  const used = [...engines, ...fallback, ...drawers];
  if (options.format !== 'cbz') return { outputs, engines: used, warnings };
  const book = await packComic(input.filename, outputs, dir, result.repaired);
  return { outputs: [book], engines: [...used, 'sevenzip'], warnings };
};

/** Packs the images of pages as a comic book. Readers of these show them in the order of their names. */
async function packComic(
  filename: string,
  images: readonly RunOutput[],
  dir: string,
  repaired: boolean,
): Promise<RunOutput> {
  const folder = join(dir, 'comic');
  await mkdir(folder);
  const digits = String(images.length).length;
  const names = images.map((_, index) => `${String(index + 1).padStart(digits, '0')}.jpg`);
  for (const [{ path }, name] of zip(images, names)) await rename(path, join(folder, name));
  const output = join(dir, 'comic.cbz');
  await packFiles({ format: 'zip', names, folder, output, level: 0, onProgress: () => {} });
  return {
    path: output,
    filename: makeOutputName(filename, '.cbz'),
    format: 'cbz',
    metadata: { pages: images.length, ...(repaired && { repaired: true }) },
  };
}
