import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  compressDocument,
  extractPictures,
  type Picture,
  type SmallerPicture,
} from '../../../engines/pikepdf/pictures.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Run } from '../../run.ts';
import { presentPdfFacts } from '../documents/facts.ts';
import { makePdfInput } from '../documents/pdf-input.ts';
import { withRescue } from '../documents/rescue.ts';
import type { job } from './job.ts';
import { reducePicture } from './smaller.ts';
import { compressToTarget } from './target.ts';

export { warm } from '../documents/warm.ts';

const presets = {
  screen: { dpi: 72, quality: 50 },
  ebook: { dpi: 150, quality: 63 },
  printer: { dpi: 300, quality: 80 },
} as const;
const picturesAtOnce = 2;

export const run: Run<typeof job> = async ({ dir, inputs, options, progress }) => {
  const [input] = inputs;
  const preset = presets[options.preset ?? 'ebook'];
  const { dpi, quality } = { dpi: options.dpi ?? preset.dpi, quality: options.quality ?? preset.quality };
  const output = join(dir, 'output.pdf');

  const { result, engines } = await withRescue(
    dir,
    [makePdfInput(input, options.password)],
    async ([only]) => {
      const request = { inputs: [only] as [typeof only], output };
      if (options.targetBytes !== undefined)
        return compressToTarget(request, { folder: dir, targetBytes: options.targetBytes, progress });
      const { pictures, packed, ...made } = await extractPictures({ ...request, folder: dir, dpi }, {});
      if (packed) return { ...made, reduced: 0 };
      progress(10);
      const replaced = await reducePictures(pictures, quality, done => progress(10 + 70 * done));
      return {
        ...(await compressDocument({ ...request, pictures: replaced }, {})),
        reduced: replaced.length,
      };
    },
  );

  const before = input.size;
  let after = (await stat(output)).size;
  // An encrypted input cannot be returned unchanged. A broken one can: a larger file would not serve the
  // caller.
  const unchanged = after >= before && options.password === undefined;
  if (unchanged) {
    await copyFile(input.path, output);
    after = before;
  }
  const metadata = {
    ...presentPdfFacts(result.pages, unchanged ? { repaired: false, signed: false } : result),
    originalSize: before,
    savedBytes: before - after,
    savedPercent: Math.round((1000 * (before - after)) / before) / 10,
    imagesReduced: unchanged ? 0 : result.reduced,
  };
  return {
    outputs: [{ path: output, filename: makeOutputName(input.filename, '.pdf'), format: 'pdf', metadata }],
    engines: result.reduced ? [...engines, 'sharp'] : engines,
  };
};

async function reducePictures(
  pictures: Picture[],
  quality: number,
  onDone: (share: number) => void,
): Promise<SmallerPicture[]> {
  const waiting = pictures.entries();
  const reduced: SmallerPicture[] = [];
  let done = 0;
  const work = async () => {
    for (const [, picture] of waiting) {
      // A picture that cannot be decoded stays as it is; it is no reason to fail.
      const made = await reducePicture(picture, quality).catch(() => undefined);
      if (made) reduced.push(made);
      onDone(++done / pictures.length);
    }
  };
  await Promise.all(Array.from({ length: picturesAtOnce }, work));
  return reduced;
}
