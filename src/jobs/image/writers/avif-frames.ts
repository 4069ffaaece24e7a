import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AvifFrame, encodeAvifSequence } from '../../../engines/avif/engine.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import type { Drawing } from '../pictures/drawing.ts';
import { readRawFrames } from '../pictures/frames.ts';
import { defaultQuality } from './sharp.ts';
import type { Writer } from './writer.ts';

/** Writes the frames of a drawing as PNG files for the encoder. */
export async function writeFrameFiles(drawing: Drawing, folder: string): Promise<AvifFrame[]> {
  const { delay, alpha } = drawing.picture;
  const { frames, width, height, channels } = await readRawFrames(drawing, each =>
    alpha ? each.open() : each.open().removeAlpha(),
  );
  await mkdir(folder, { recursive: true });
  const files: AvifFrame[] = [];
  for (const [index, frame] of frames.entries()) {
    const png = join(folder, `${index}.png`);
    await sharp(frame, { raw: { width, height, channels } }).png({ compressionLevel: 1 }).toFile(png);
    files.push({ png, delay: delay[index] ?? 100 });
  }
  return files;
}

/** Writes an animated AVIF. */
export const writeAvifFrames: Writer = async ([drawing], path, { quality, lossless }, dir) => {
  const folder = join(dir, 'frames');
  const files = await writeFrameFiles(drawing, folder);
  const how = lossless ? 'lossless' : (quality ?? defaultQuality.avif);
  await encodeAvifSequence(files, path, { quality: how }, dir);
  const { width, height } = await sharp(files[0]!.png).metadata();
  await rm(folder, { recursive: true });
  return { width, height };
};
