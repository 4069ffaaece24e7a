import { explainSharpError } from '../../../engines/sharp/errors.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { requireWritable } from '../policy/writable.ts';
import { writeAvif, writeGif, writeJpeg, writeStillPng, writeWebp } from './sharp.ts';
import type { Writer } from './writer.ts';

/** Chooses between the writer of a still picture and the lazily loaded one of an animation. */
const chooseByFrames =
  (still: Writer, moving: () => Promise<Writer>): Writer =>
  async (drawings, ...rest) =>
    (drawings[0].picture.frames > 1 ? await moving() : still)(drawings, ...rest);

/**
 * Writers are loaded when first needed, except the most frequent ones. Other formats have an encoder in their
 * engine's folder.
 */
const writers: Partial<Record<FormatId, () => Promise<Writer>>> = {
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

async function loadWriter(format: FormatId): Promise<Writer> {
  const load = writers[format];
  return load
    ? await load()
    : await (await import('./encoded.ts')).loadEncoder(requireWritable(format).engine);
}

export const writeDrawings: Writer = async (drawings, path, encoding, dir) => {
  const write = await loadWriter(encoding.format);
  try {
    return await write(drawings, path, encoding, dir);
  } catch (error) {
    throw explainSharpError(error);
  }
};
