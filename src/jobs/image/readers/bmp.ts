import { readFile } from 'node:fs/promises';
import { parseBmpHeader } from '../codecs/bmp-header.ts';
import { decodeBmpPixels } from '../codecs/bmp-pixels.ts';
import { makePicture } from '../pictures/pixels.ts';
import { checkSize, requirePage } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import type { Reader } from './reader.ts';
import { describePicture, readHeader } from './sharp.ts';

const engines = ['sharp'];

/** BMP is decoded here, because no engine of ours knows all its variants. */
export const readBmp: Reader = async ({ path }, wanted) => {
  requirePage(wanted.page, 1);
  const file = await readFile(path);
  const header = parseBmpHeader(file);
  checkSize(header, maxHeldPixels);
  const { width, height, icc, density, compression } = header;
  if (compression === 'jpeg' || compression === 'png') {
    const inside = file.subarray(header.pixels);
    return [describePicture(inside, await readHeader(inside, compression))];
  }
  return [
    makePicture({ ...decodeBmpPixels(file, header), width, height, icc, density }, { lossy: false, engines }),
  ];
};
