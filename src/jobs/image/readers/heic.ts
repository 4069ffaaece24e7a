import { readFile } from 'node:fs/promises';
import { decodeHeic } from '../../../engines/heic/engine.ts';
import { uprightExif } from '../codecs/exif.ts';
import { heldPicture } from '../pictures/pixels.ts';
import { isNumberedP3, profileNamed } from '../pictures/profiles.ts';
import { checkSize, pageIndex } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import { headerOf, pictureFrom } from './direct.ts';
import type { Reader } from './reader.ts';

/** HEIC: sharp reads its header, and its pixels too unless they are HEVC. */
export const readHeic: Reader = async ({ path }, wanted) => {
  const primary = await headerOf(path, 'heic');
  const page = pageIndex(wanted.page, primary.pages ?? 1) ?? primary.pagePrimary ?? 0;
  const header = page === 0 ? primary : await headerOf(path, 'heic', page);
  checkSize(header, maxHeldPixels);
  if (header.compression === 'av1') return [{ ...pictureFrom(path, header), opening: { page } }];

  const { data, width, height } = await decodeHeic(await readFile(path), page, maxHeldPixels);
  const pixels = {
    data: header.hasAlpha ? new Uint8Array(data.buffer, data.byteOffset, data.length) : withoutAlpha(data),
    width,
    height,
    channels: header.hasAlpha ? (4 as const) : (3 as const),
    icc: header.icc ?? ((await isNumberedP3(path)) ? await profileNamed('p3') : undefined),
    ...(wanted.metadata && { exif: header.exif && uprightExif(header.exif), xmp: header.xmp }),
  };
  return [heldPicture(pixels, { lossy: true, engines: ['heic', 'sharp'] })];
};

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    rgb[to++] = rgba[from]!;
    rgb[to++] = rgba[from + 1]!;
    rgb[to++] = rgba[from + 2]!;
  }
  return rgb;
}
