import { readFile } from 'node:fs/promises';
import { decodeJxl, decodeJxlFrames, jxlHeader } from '../../engines/jxl/engine.ts';
import { checkFrames, checkSize, pageIndex } from './checks.ts';
import { uprightExif } from './exif.ts';
import { heldPicture } from './held.ts';
import { jxlMetadata } from './jxl-metadata.ts';
import { maxJxlReadPixels } from './limits.ts';
import type { Picture } from './picture.ts';
import type { Reader } from './reader.ts';

const engines = ['jxl', 'sharp'];

/** JPEG XL: a still comes as bare pixels, an animation by way of an animated PNG. */
export const readJxl: Reader = async (input, wanted, dir) => {
  const header = await jxlHeader(input.path, dir);
  checkSize(header, maxJxlReadPixels);
  pageIndex(wanted.page, header.frames);
  // Asked for bare pixels, the tool writes a file a frame.
  if (header.animated) {
    checkFrames(header, header.frames, maxJxlReadPixels);
    const path = await decodeJxlFrames(input.path, dir);
    const { readPng } = await import('./read-png.ts');
    const pictures = await readPng({ ...input, path, format: 'png' }, wanted, dir);
    return pictures.map((picture): Picture => ({ ...picture, lossy: true, engines }));
  }
  const pixels = await decodeJxl(input.path, header, dir);
  if (!pixels) {
    const { magickPicture } = await import('./read-magick.ts');
    return [await magickPicture(await readFile(input.path), 'jxl', wanted)];
  }
  const { exif, xmp } = wanted.metadata ? jxlMetadata(await readFile(input.path)) : {};
  return [heldPicture({ ...pixels, exif: exif && uprightExif(exif), xmp }, { lossy: true, engines })];
};
