import { readFile } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import type { Metadata } from '../../../engines/sharp/engine.ts';
import type { Picture } from '../pictures/picture.ts';
import { checkSize, pageIndex } from '../policy/checks.ts';
import { maxHeldPixels, maxPages } from '../policy/limits.ts';
import { headerOf, pictureFrom } from './direct.ts';
import { magickPicture } from './magick.ts';
import type { Reader } from './reader.ts';

/** TIFF: each page a picture of its own, for pages differ in size, depth and orientation. */
export const readTiff: Reader = async ({ path }, wanted) => {
  const first = await headerOf(path, 'tiff');
  const count = first.pages ?? 1;
  const page = pageIndex(wanted.page, count);
  if (page === undefined && wanted.pages && count > maxPages)
    throw new JobFailure('limit_exceeded', `${count} pages`);
  const indexes = page !== undefined ? [page] : wanted.pages ? [...Array(count).keys()] : [0];
  const pictures: Picture[] = [];
  for (const index of indexes) {
    const header = index === 0 ? first : await headerOf(path, 'tiff', index);
    checkSize(header, isMistaken(header) ? maxHeldPixels : undefined);
    pictures.push(
      isMistaken(header)
        ? await magickPicture(await readFile(path), 'tiff', wanted, index)
        : { ...pictureFrom(path, header), opening: { page: index } },
    );
  }
  return pictures;
};

/** sharp takes shades from 0 to 1 for shades from 0 to 255, all black, and 32-bit numbers for what they are modulo 256. */
const isMistaken = ({ channels, depth }: Metadata): boolean =>
  depth === 'int' || depth === 'uint' || (channels < 3 && (depth === 'float' || depth === 'double'));
