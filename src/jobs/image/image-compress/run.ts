import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getFormat } from '../../../formats/formats.ts';
import type { Run, RunInput } from '../../run.ts';
import { stripMetadata } from '../codecs/strip-metadata.ts';
import { isLosslessWebp } from '../codecs/webp.ts';
import { makeDrawing } from '../pictures/drawing.ts';
import { countMegapixels, type Picture } from '../pictures/picture.ts';
import { withPictures } from '../readers/read.ts';
import { describeOutput } from '../writers/produce.ts';
import { gifCompressor } from './compress-gif.ts';
import { avifCompressor, jpegCompressor, webpCompressor } from './compress-lossy.ts';
import { pngCompressor } from './compress-png.ts';
import type { Compressor, MakeCompressor } from './compressor.ts';
import type { job } from './job.ts';
import { type Found, searchWithin } from './search.ts';

const compressors = {
  jpeg: jpegCompressor,
  webp: webpCompressor,
  avif: avifCompressor,
  gif: gifCompressor,
  png: pngCompressor,
} satisfies Record<string, MakeCompressor>;

export const run: Run<typeof job> = ({ inputs, options, dir, progress, begin, measure }) => {
  const [input] = inputs;
  const { quality, targetBytes, keepMetadata = false } = options;
  const wanted = { animation: true, pages: false, metadata: keepMetadata };
  return withPictures(input, wanted, { dir, begin, measure }, async pictures => {
    const picture = pictures[0];
    const file = await readFile(input.path);
    if (input.format === 'webp') picture.lossy = !isLosslessWebp(file);
    const plain = keepMetadata ? file : stripWherePossible(file, input, picture);
    progress(10);
    const compressor = compressors[input.format](
      makeDrawing(picture, { format: input.format, keepMetadata }),
      dir,
    );
    const fits = targetBytes !== undefined && plain.length <= targetBytes;
    const found = fits
      ? { data: plain, exact: true }
      : await compressWithin(compressor, { quality, targetBytes }, percent => {
          progress(percent);
          begin({ megapixel: 2 * countMegapixels(pictures) });
        });
    // If nothing is gained, the input's own bytes are the result.
    const data = found.data.length < plain.length ? found.data : plain;
    const lossless = data === plain || found.exact;

    const path = join(dir, `output.${getFormat(input.format).extensions[0]}`);
    await writeFile(path, data);
    const metadata = {
      width: picture.width,
      height: picture.height,
      ...(picture.frames > 1 && { frames: picture.frames }),
      savedBytes: input.size - data.length,
      ...(targetBytes !== undefined && {
        targetReached: data.length <= targetBytes,
        ...(lossless && { lossless }),
      }),
      ...(picture.damaged && { damaged: true }),
    };
    return { outputs: [describeOutput(input, path, input.format, metadata)], engines: [...picture.engines] };
  });
};

/** Returns the input's bytes, without metadata if it can be cut out. */
function stripWherePossible(file: Buffer, { format }: RunInput, { orientation }: Picture): Buffer {
  const plain = stripMetadata(file, format, orientation);
  return plain && plain.length < file.length ? plain : file;
}

interface SizeTarget {
  quality: number | undefined;
  targetBytes: number | undefined;
}

async function compressWithin(
  compressor: Compressor,
  { quality, targetBytes }: SizeTarget,
  progress: (percent: number) => void,
): Promise<Found> {
  if (quality !== undefined) return { data: await compressor.quality(quality)(), exact: false };
  if (targetBytes === undefined) return { data: await compressor.usual(), exact: false };
  let attempts = 0;
  return searchWithin(targetBytes, compressor, () => progress(Math.min(95, 10 + ++attempts * 12)));
}
