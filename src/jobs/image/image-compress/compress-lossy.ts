import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AvifFrame, encodeAvifSequence } from '../../../engines/avif/engine.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import type { Drawing } from '../pictures/drawing.ts';
import { writeFrameFiles } from '../writers/avif-frames.ts';
import type { Compressor, MakeCompressor } from './compressor.ts';
import { computeOnce } from './few-colours.ts';

const countMegapixels = ({ width, height, picture }: Drawing) => (width * height * picture.frames) / 1e6;

/** The quality at which a photo looks the same at a glance, on each format's own scale. */
const usualQuality = { jpeg: 78, webp: 75, avif: 50 } as const;

/** From this quality on, a JPEG keeps full colour resolution, unless the input had less. */
const fullColours = 90;

export const jpegCompressor: MakeCompressor = drawing => {
  const hadFull = computeOnce(async () => {
    const { chromaSubsampling } = await sharp(drawing.picture.source, { failOn: 'none' }).metadata();
    return !chromaSubsampling?.startsWith('4:2:0');
  });
  const at =
    (quality: number, options: object = {}) =>
    async () => {
      const chromaSubsampling = quality >= fullColours && (await hadFull()) ? '4:4:4' : '4:2:0';
      return drawing
        .open()
        .jpeg({ quality, mozjpeg: true, chromaSubsampling, ...options })
        .toBuffer();
    };
  const beside = (level: number) => [
    at(level, { quantisationTable: 2 }),
    at(level, { trellisQuantisation: false }),
    at(level, { chromaSubsampling: level >= fullColours ? '4:2:0' : '4:4:4' }),
    at(level, { quantisationTable: 2, trellisQuantisation: false }),
  ];
  return {
    usual: at(usualQuality.jpeg),
    quality: at,
    levels: 100,
    start: 70,
    level: at,
    between: (low, high = low) => [
      ...(low < fullColours && high >= fullColours
        ? [90, 92, 94, 96, 98, 100].map(quality => at(quality, { chromaSubsampling: '4:2:0' }))
        : []),
      ...beside(low),
      ...(high > low ? beside(high) : []),
    ],
  };
};

export const webpCompressor: MakeCompressor = drawing => {
  const { frames, delay, loop, lossy, alpha } = drawing.picture;
  const usual = { effort: countMegapixels(drawing) < 4 ? 5 : 4, ...(frames > 1 && { delay, loop }) };
  const at =
    (quality: number, options: object = {}) =>
    () =>
      drawing
        .open()
        .webp({
          ...usual,
          quality,
          ...(alpha && { alphaQuality: Math.min(100, 60 + 2 * quality) }),
          ...options,
        })
        .toBuffer();
  const lossless = at(100, { lossless: true });
  const beside = (level: number) => [
    at(level, { preset: 'drawing' }),
    at(level, { smartSubsample: true }),
    at(level, { effort: 6 }),
    at(level, { effort: 2 }),
  ];
  return {
    usual: lossy ? at(usualQuality.webp) : lossless,
    quality: at,
    ...(!lossy && { exact: lossless }),
    levels: 100,
    start: 70,
    level: at,
    between: (low, high) => [...beside(low), ...(high ? beside(high) : [])],
  };
};

export const avifCompressor: MakeCompressor = (drawing, dir) => {
  if (drawing.picture.frames > 1) return movingAvifCompressor(drawing, dir);
  const effort = countMegapixels(drawing) < 2 ? 3 : 1;
  const at =
    (quality: number, options: object = {}) =>
    () =>
      drawing
        .open()
        .avif({ quality, effort, ...options })
        .toBuffer();
  // The quality steps of an encoder tuned for signal instead of perception fall between the usual ones.
  const beside = (level: number) => [
    at(level, { effort: 0 }),
    at(level, { chromaSubsampling: '4:2:0' }),
    ...[2, 4, 6, 9].map(less => at(Math.max(1, level - less), { tune: 'psnr' })),
  ];
  return makeAvifCompressor(at, (low, high) => [...beside(low), ...(high ? beside(high) : [])]);
};

/** The levels of AVIF are its qualities, for stills and animations. */
const makeAvifCompressor = (at: Compressor['quality'], between: Compressor['between']): Compressor => ({
  usual: at(usualQuality.avif),
  quality: at,
  levels: 100,
  start: 50,
  level: at,
  between,
});

const movingAvifCompressor: MakeCompressor = (drawing, dir) => {
  let frames: Promise<AvifFrame[]> | undefined;
  const at = (quality: number) => async () => {
    frames ??= writeFrameFiles(drawing, join(dir, 'frames'));
    const out = join(dir, 'attempt.avif');
    await encodeAvifSequence(await frames, out, { quality }, dir);
    return readFile(out);
  };
  return makeAvifCompressor(at, () => []);
};
