import { readFile } from 'node:fs/promises';
import { decodeHeic } from '../../../engines/heic/engine.ts';
import { setExifUpright } from '../codecs/exif.ts';
import { makePicture } from '../pictures/pixels.ts';
import { isP3, loadProfile, readColourNumbers } from '../pictures/profiles.ts';
import { convertWideColours, isWide } from '../pictures/wide-colours.ts';
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
  const samples = header.hasAlpha
    ? new Uint8Array(data.buffer, data.byteOffset, data.length)
    : dropAlpha(data);
  const channels = header.hasAlpha ? 4 : 3;
  const numbers = header.icc ? undefined : await readColourNumbers(path);
  const pixels = {
    data: numbers && isWide(numbers) ? convertWideColours(samples, channels, numbers) : samples,
    width,
    height,
    channels: channels as 3 | 4,
    icc: numbers && isP3(numbers) ? await loadProfile('p3') : header.icc,
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
