import { readFile } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import type { Metadata } from '../../../engines/sharp/engine.ts';
import { readPixelHeights } from '../codecs/tiff-pixels.ts';
import type { Picture } from '../pictures/picture.ts';
import { checkSize, requirePage } from '../policy/checks.ts';
import { maxHeldPixels, maxPages } from '../policy/limits.ts';
import { decodePicture } from './magick.ts';
import type { Reader } from './reader.ts';
import { describePicture, readHeader } from './sharp.ts';

/** TIFF: each page is a separate picture, since pages differ in size, depth and orientation. */
export const readTiff: Reader = async ({ path }, wanted) => {
  const first = await readHeader(path, 'tiff');
  const count = first.pages ?? 1;
  const page = requirePage(wanted.page, count);
  if (page === undefined && wanted.pages && count > maxPages)
    throw new JobFailure('limit_exceeded', `${count} pages`);
  const heights = await readPixelHeights(path, count);
  const readPage = async (index: number): Promise<Picture> => {
    const header = index === 0 ? first : await readHeader(path, 'tiff', index);
    checkSize(header, isMisreadBySharp(header) ? maxHeldPixels : undefined);
    return isMisreadBySharp(header)
      ? await decodePicture(await readFile(path), 'tiff', wanted, index)
      : {
          ...describePicture(path, header),
          opening: { page: index },
          ...describePixelShape(header, heights[index] ?? 1),
        };
  };
  const pictures: [Picture, ...Picture[]] = [await readPage(page ?? 0)];
  if (page === undefined && wanted.pages)
    for (let index = 1; index < count; index++) pictures.push(await readPage(index));
  else if (page === undefined && count > 1) pictures[0].leavesPages = true;
  return pictures;
};

/** Describes pixels that are not square, as they are after the picture is turned upright. */
function describePixelShape({ density = 72, orientation = 1 }: Metadata, height: number): Partial<Picture> {
  if (height === 1) return {};
  return orientation < 5 ? { pixelHeight: height } : { density: density / height, pixelHeight: 1 / height };
}

/** sharp takes samples from 0 to 1 for samples from 0 to 255, all black, and 32-bit integers modulo 256. */
const isMisreadBySharp = ({ channels, depth }: Metadata): boolean =>
  depth === 'int' || depth === 'uint' || (channels < 3 && (depth === 'float' || depth === 'double'));
