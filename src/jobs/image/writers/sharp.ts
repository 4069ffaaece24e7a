import type { Sharp } from '../../../engines/sharp/engine.ts';
import { setJpegDensity } from '../codecs/jpeg.ts';
import type { Drawing } from '../pictures/drawing.ts';
import type { Writer, Written } from './writer.ts';

export const defaultQuality = { jpeg: 82, webp: 80, avif: 60, jxl: 90 } as const;

/** Writes the file. Sharp reports the height of an animation as one tall image. */
async function toFile(pipeline: Sharp, path: string): Promise<Written> {
  const { width, height, pageHeight } = await pipeline.toFile(path);
  return { width, height: pageHeight ?? height };
}

const getFrameTiming = ({ picture }: Drawing) =>
  picture.frames > 1 ? { delay: picture.delay, loop: picture.loop } : {};

/** The density assumed for an image without one. */
const usualDensity = 72;

export const writeJpeg: Writer = async ([drawing], path, { quality = defaultQuality.jpeg, keepMetadata }) => {
  const chromaSubsampling = quality >= 90 ? '4:4:4' : '4:2:0';
  const size = await toFile(drawing.open().jpeg({ quality, chromaSubsampling }), path);
  const { density } = drawing.picture;
  if (density !== usualDensity && !keepMetadata) await setJpegDensity(path, density);
  return size;
};

export const writeStillPng: Writer = ([drawing], path) => toFile(drawing.open().png(), path);

export const writeWebp: Writer = ([drawing], path, { quality = defaultQuality.webp, lossless = false }) =>
  toFile(
    drawing.open().webp({ quality, lossless, effort: chooseWebpEffort(drawing), ...getFrameTiming(drawing) }),
    path,
  );

export const writeAvif: Writer = ([drawing], path, { quality = defaultQuality.avif, lossless = false }) =>
  toFile(drawing.open().avif({ quality, lossless, effort: chooseAvifEffort(drawing) }), path);

export const writeGif: Writer = ([drawing], path) =>
  toFile(
    drawing
      .open()
      .gif({ keepDuplicateFrames: true, effort: chooseGifEffort(drawing), ...getFrameTiming(drawing) }),
    path,
  );

const countMegapixels = ({ width, height, picture }: Drawing) => (width * height * picture.frames) / 1e6;

/** Twelve megapixels take about 3 s at effort 1, twice that at 2, twelve times at 4, for 7 % of the size. */
const chooseAvifEffort = (drawing: Drawing): number => (countMegapixels(drawing) < 4 ? 2 : 1);

/** Effort 4 takes twice the time of 2, for 5 % of the size. */
const chooseWebpEffort = (drawing: Drawing): number => (countMegapixels(drawing) < 4 ? 4 : 2);

/** Choosing 256 colours carefully takes seconds per megapixel. */
const chooseGifEffort = (drawing: Drawing): number => (countMegapixels(drawing) < 1 ? 7 : 3);
