import { sharpFailure } from '../../engines/sharp/errors.ts';
import type { FormatId } from '../../formats/formats.ts';
import { writeAvif, writeGif, writeJpeg, writeStillPng, writeWebp } from './write-direct.ts';
import type { Writer } from './writer.ts';

/** Loaded when first needed, but for those every second job needs. */
const writers: Record<FormatId, () => Promise<Writer>> = {
  jpeg: async () => writeJpeg,
  webp: async () => writeWebp,
  avif:
    async () =>
    async (drawings, ...rest) =>
      drawings[0].picture.frames > 1
        ? (await import('./write-avif-frames.ts')).writeAvifFrames(drawings, ...rest)
        : writeAvif(drawings, ...rest),
  gif: async () => writeGif,
  png:
    async () =>
    async (drawings, ...rest) =>
      drawings[0].picture.frames > 1
        ? (await import('./write-apng.ts')).writeApng(drawings, ...rest)
        : writeStillPng(drawings, ...rest),
  tiff: async () => (await import('./write-tiff.ts')).writeTiff,
  bmp: async () => (await import('./write-bmp.ts')).writeBmp,
  ico: async () => (await import('./write-ico.ts')).writeIco,
  jxl: async () => (await import('./write-jxl.ts')).writeJxl,
  pdf: async () => (await import('./write-pdf.ts')).writePdf,
};

export const writeDrawings: Writer = async (drawings, path, encoding, dir) => {
  const write = await writers[encoding.format]!();
  try {
    return await write(drawings, path, encoding, dir);
  } catch (error) {
    throw sharpFailure(error);
  }
};
