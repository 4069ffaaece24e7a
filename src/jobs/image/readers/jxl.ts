import { readFile } from 'node:fs/promises';
import { decodeJxl, decodeJxlFrames, readJxlHeader } from '../../../engines/jxl/engine.ts';
import { setExifUpright } from '../codecs/exif.ts';
import { readJxlMetadata } from '../codecs/jxl-metadata.ts';
import type { Picture } from '../pictures/picture.ts';
import { makePicture } from '../pictures/pixels.ts';
import { convertWideColours } from '../pictures/wide-colours.ts';
import { checkFrames, checkSize, requirePage } from '../policy/checks.ts';
import { maxJxlReadPixels } from '../policy/limits.ts';
import type { Reader } from './reader.ts';

const engines = ['jxl', 'sharp'];

/** JPEG XL: a still image is decoded to bare pixels, an animation through an animated PNG. */
export const readJxl: Reader = async (input, wanted, dir) => {
  const header = await readJxlHeader(input.path, dir);
  checkSize(header, maxJxlReadPixels);
  requirePage(wanted.page, header.frames);
  // For bare pixels, the tool would write one file per frame.
  if (header.animated) {
    checkFrames(header, header.frames, maxJxlReadPixels);
    const path = await decodeJxlFrames(input.path, dir);
    const { readPng } = await import('./png.ts');
    const [first, ...others] = await readPng({ ...input, path, format: 'png' }, wanted, dir);
    const asLossy = (picture: Picture): Picture => ({ ...picture, lossy: true, engines });
    return [asLossy(first), ...others.map(asLossy)];
  }
  const pixels = await decodeJxl(input.path, header, dir);
  if (!pixels) {
    const { decodePicture: magickPicture } = await import('./magick.ts');
    return [await magickPicture(await readFile(input.path), 'jxl', wanted)];
  }
  const { exif, xmp } = wanted.metadata ? readJxlMetadata(await readFile(input.path)) : {};
  const { numbers } = header;
  const { channels } = pixels;
  const wide =
    numbers && (channels === 3 || channels === 4)
      ? { data: convertWideColours(pixels.data, channels, numbers), icc: undefined }
      : {};
  return [
    makePicture({ ...pixels, ...wide, exif: exif && setExifUpright(exif), xmp }, { lossy: true, engines }),
  ];
};
