import { readFile } from 'node:fs/promises';
import { bmpHeader } from '../codecs/bmp-header.ts';
import { bmpPixels } from '../codecs/bmp-pixels.ts';
import { heldPicture } from '../pictures/pixels.ts';
import { checkSize, pageIndex } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import { headerOf, pictureFrom } from './direct.ts';
import type { Reader } from './reader.ts';

const engines = ['sharp'];

/** BMP, decoded here: no engine of ours knows all the kinds there are. */
export const readBmp: Reader = async ({ path }, wanted) => {
  pageIndex(wanted.page, 1);
  const file = await readFile(path);
  const header = bmpHeader(file);
  checkSize(header, maxHeldPixels);
  const { width, height, icc, density, compression } = header;
  if (compression === 'jpeg' || compression === 'png') {
    const inside = file.subarray(header.pixels);
    return [pictureFrom(inside, await headerOf(inside, compression))];
  }
  return [
    heldPicture({ ...bmpPixels(file, header), width, height, icc, density }, { lossy: false, engines }),
  ];
};
