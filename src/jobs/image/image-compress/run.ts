import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatOf } from '../../../formats/formats.ts';
import type { Run, RunInput } from '../../run.ts';
import { drawingOf } from '../drawing.ts';
import type { Picture } from '../picture.ts';
import { outputOf } from '../produce.ts';
import { withPictures } from '../read.ts';
import { isLosslessWebp } from '../webp.ts';
import { withoutMetadata } from '../without-metadata.ts';
import { gifCompressor } from './compress-gif.ts';
import { avifCompressor, jpegCompressor, webpCompressor } from './compress-lossy.ts';
import { pngCompressor } from './compress-png.ts';
import type { Attempt, Compressor, MakeCompressor } from './compressor.ts';
import type { job } from './job.ts';
import { searchWithin } from './search.ts';

const compressors: Record<string, MakeCompressor> = {
  jpeg: jpegCompressor,
  webp: webpCompressor,
  avif: avifCompressor,
  gif: gifCompressor,
  png: pngCompressor,
};

export const run: Run<typeof job> = ({ inputs, options, dir, progress }) => {
  const input = inputs[0]!;
  const { quality, targetBytes, keepMetadata = false } = options;
  const wanted = { animation: true, pages: false, metadata: keepMetadata };
  return withPictures(input, wanted, dir, async pictures => {
    const picture = pictures[0]!;
    const file = await readFile(input.path);
    if (input.format === 'webp') picture.lossy = !isLosslessWebp(file);
    const plain = keepMetadata ? file : plainest(file, input, picture);
    progress(10);
    const compressor = compressors[input.format]!(
      drawingOf(picture, { format: input.format, keepMetadata }),
      dir,
    );
    const fits = targetBytes !== undefined && plain.length <= targetBytes;
    const small = fits ? plain : await compressed(compressor, { quality, targetBytes }, progress);
    // Where nothing is gained the input's own bytes are the result.
    const data = small.length < plain.length ? small : plain;

    const path = join(dir, `output.${formatOf(input.format).extensions[0]}`);
    await writeFile(path, data);
    const metadata = {
      width: picture.width,
      height: picture.height,
      ...(picture.frames > 1 && { frames: picture.frames }),
      savedBytes: input.size - data.length,
      ...(targetBytes !== undefined && { targetReached: data.length <= targetBytes }),
      ...(picture.damaged && { damaged: true }),
    };
    return { outputs: [outputOf(input, path, input.format, metadata)], engines: [...picture.engines] };
  });
};

/** The input's bytes, less its metadata where that can be cut out. */
function plainest(file: Buffer, { format }: RunInput, { orientation }: Picture): Buffer {
  const plain = withoutMetadata(file, format, orientation);
  return plain && plain.length < file.length ? plain : file;
}

interface Wish {
  quality: number | undefined;
  targetBytes: number | undefined;
}

function compressed(
  compressor: Compressor,
  { quality, targetBytes }: Wish,
  progress: (percent: number) => void,
): Promise<Buffer> {
  if (quality !== undefined) return compressor.quality(quality)();
  if (targetBytes === undefined) return smallestOf(compressor.usual);
  let attempts = 0;
  return searchWithin(targetBytes, compressor, () => progress(Math.min(95, 10 + ++attempts * 12)));
}

async function smallestOf(attempts: readonly Attempt[]): Promise<Buffer> {
  let smallest: Buffer | undefined;
  for (const attempt of attempts) {
    const data = await attempt();
    if (!smallest || data.length < smallest.length) smallest = data;
  }
  return smallest!;
}
