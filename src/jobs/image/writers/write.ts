import { explainSharpError } from '../../../engines/sharp/errors.ts';
import type { WritableFormat } from '../policy/writable.ts';
import { writeAvif, writeGif, writeJpeg, writeStillPng, writeWebp } from './sharp.ts';
import type { Writer } from './writer.ts';

/** What writes a picture that stands still, and what is loaded for one that moves. */
const chooseByFrames =
  (still: Writer, moving: () => Promise<Writer>): Writer =>
  async (drawings, ...rest) =>
    (drawings[0].picture.frames > 1 ? await moving() : still)(drawings, ...rest);

/** Loaded when first needed, but for those every second job needs. */
const writers: Record<WritableFormat, () => Promise<Writer>> = {
  jpeg: async () => writeJpeg,
  webp: async () => writeWebp,
  avif: async () => chooseByFrames(writeAvif, async () => (await import('./avif-frames.ts')).writeAvifFrames),
  gif: async () => writeGif,
  png: async () => chooseByFrames(writeStillPng, async () => (await import('./apng.ts')).writeApng),
  tiff: async () => (await import('./tiff.ts')).writeTiff,
  bmp: async () => (await import('./bmp.ts')).writeBmp,
  ico: async () => (await import('./ico.ts')).writeIco,
  jxl: async () => (await import('./jxl.ts')).writeJxl,
  pdf: async () => (await import('./pdf.ts')).writePdf,
};

export const writeDrawings: Writer = async (drawings, path, encoding, dir) => {
  const write = await writers[encoding.format]();
  try {
    return await write(drawings, path, encoding, dir);
  } catch (error) {
    throw explainSharpError(error);
  }
};
