import { JobFailure } from '../../contract/failure.ts';
import { checkSize, pageIndex } from './checks.ts';
import { maxPages } from './limits.ts';
import type { Picture } from './picture.ts';
import { headerOf, pictureFrom } from './read-direct.ts';
import { readMagick } from './read-magick.ts';
import type { Reader } from './reader.ts';

/** TIFF: each page a picture of its own, for pages differ in size, depth and orientation. */
export const readTiff: Reader = async (input, wanted, dir) => {
  const { path } = input;
  const first = await headerOf(path, 'tiff');
  const count = first.pages ?? 1;
  // sharp takes shades from 0 to 1 for shades from 0 to 255: all black.
  if (count === 1 && first.channels < 3 && (first.depth === 'float' || first.depth === 'double'))
    return readMagick(input, wanted, dir);
  const page = pageIndex(wanted.page, count);
  if (page === undefined && wanted.pages && count > maxPages)
    throw new JobFailure('limit_exceeded', `${count} pages`);
  const indexes = page !== undefined ? [page] : wanted.pages ? [...Array(count).keys()] : [0];
  const pictures: Picture[] = [];
  for (const index of indexes) {
    const header = index === 0 ? first : await headerOf(path, 'tiff', index);
    checkSize(header);
    pictures.push({ ...pictureFrom(path, header), opening: { page: index } });
  }
  return pictures;
};
