import { readFile } from 'node:fs/promises';
import { decodeHeic } from '../../../engines/heic/engine.ts';
import { setExifUpright } from '../codecs/exif.ts';
import { makePicture } from '../pictures/pixels.ts';
import { isNumberedP3, loadProfile } from '../pictures/profiles.ts';
import { checkSize, requirePage } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import type { Reader } from './reader.ts';
import { describePicture, readHeader } from './sharp.ts';

/** HEIC: sharp reads its header, and its pixels unless they are HEVC. */
export const readHeic: Reader = async ({ path }, wanted) => {
  const primary = await readHeader(path, 'heic');
  const page = requirePage(wanted.page, primary.pages ?? 1) ?? primary.pagePrimary ?? 0;
  const header = page === 0 ? primary : await readHeader(path, 'heic', page);
  checkSize(header, maxHeldPixels);
  if (header.compression === 'av1') return [{ ...describePicture(path, header), opening: { page } }];

  const { data, width, height } = await decodeHeic(await readFile(path), page, maxHeldPixels);
  const pixels = {
    data: header.hasAlpha ? new Uint8Array(data.buffer, data.byteOffset, data.length) : dropAlpha(data),
    width,
    height,
    channels: header.hasAlpha ? (4 as const) : (3 as const),
    icc: header.icc ?? ((await isNumberedP3(path)) ? await loadProfile('p3') : undefined),
    ...(wanted.metadata && { exif: header.exif && setExifUpright(header.exif), xmp: header.xmp }),
  };
  return [makePicture(pixels, { lossy: true, engines: ['heic', 'sharp'] })];
};

function dropAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    rgb[to++] = rgba[from]!;
    rgb[to++] = rgba[from + 1]!;
    rgb[to++] = rgba[from + 2]!;
  }
  return rgb;
}
