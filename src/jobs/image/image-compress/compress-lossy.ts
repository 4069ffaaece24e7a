import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AvifFrame, encodeAvifSequence } from '../../../engines/avif/engine.ts';
import type { Drawing } from '../drawing.ts';
import { framesAsFiles } from '../write-avif-frames.ts';
import type { MakeCompressor } from './compressor.ts';

const megapixels = ({ width, height, picture }: Drawing) => (width * height * picture.frames) / 1e6;

/** Quality at which a photo looks the same at a glance, in each format's own counting. */
const usualQuality = { jpeg: 78, webp: 75, avif: 50 } as const;

export const jpegCompressor: MakeCompressor = drawing => {
  const at =
    (quality: number, options: object = {}) =>
    () =>
      drawing
        .open()
        .jpeg({ quality, mozjpeg: true, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0', ...options })
        .toBuffer();
  return {
    usual: [at(usualQuality.jpeg)],
    quality: at,
    levels: 100,
    start: 70,
    level: at,
    beside: level => [
      at(level, { quantisationTable: 2 }),
      at(level, { trellisQuantisation: false }),
      at(level, { chromaSubsampling: level >= 90 ? '4:2:0' : '4:4:4' }),
      at(level, { quantisationTable: 2, trellisQuantisation: false }),
    ],
  };
};

export const webpCompressor: MakeCompressor = drawing => {
  const { frames, delay, loop, lossy } = drawing.picture;
  const usual = { effort: megapixels(drawing) < 4 ? 5 : 4, ...(frames > 1 && { delay, loop }) };
  const at =
    (quality: number, options: object = {}) =>
    () =>
      drawing
        .open()
        .webp({ ...usual, quality, ...options })
        .toBuffer();
  return {
    usual: [lossy ? at(usualQuality.webp) : at(100, { lossless: true })],
    quality: at,
    levels: 100,
    start: 70,
    level: at,
    beside: level => [
      at(level, { preset: 'drawing' }),
      at(level, { smartSubsample: true }),
      at(level, { effort: 6 }),
      at(level, { effort: 2 }),
    ],
  };
};

export const avifCompressor: MakeCompressor = (drawing, dir) => {
  if (drawing.picture.frames > 1) return movingAvifCompressor(drawing, dir);
  const effort = megapixels(drawing) < 2 ? 3 : 1;
  const at =
    (quality: number, options: object = {}) =>
    () =>
      drawing
        .open()
        .avif({ quality, effort, ...options })
        .toBuffer();
  return {
    usual: [at(usualQuality.avif)],
    quality: at,
    levels: 100,
    start: 50,
    level: at,
    // Tuned for signal instead of looks the encoder counts quality otherwise, so its steps fall between.
    beside: level => [
      at(level, { effort: 0 }),
      at(level, { chromaSubsampling: '4:2:0' }),
      ...[2, 4, 6, 9].map(less => at(Math.max(1, level - less), { tune: 'psnr' })),
    ],
  };
};

const movingAvifCompressor: MakeCompressor = (drawing, dir) => {
  let frames: Promise<AvifFrame[]> | undefined;
  const at = (quality: number) => async () => {
    frames ??= framesAsFiles(drawing, join(dir, 'frames'));
    const out = join(dir, 'attempt.avif');
    await encodeAvifSequence(await frames, out, { quality }, dir);
    return readFile(out);
  };
  return {
    usual: [at(usualQuality.avif)],
    quality: at,
    levels: 100,
    start: 50,
    level: at,
    beside: () => [],
  };
};
