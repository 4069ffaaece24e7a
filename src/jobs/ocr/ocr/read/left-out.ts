import type { Box } from '../../../../documents/boxes.ts';
import type { Grey } from '../../../image/scans/grey.ts';
import { findComponents, measureLetterHeight, type Shape } from '../prepare/components.ts';

/** The number of letter-like shapes that may lie outside all words: specks, a logo, a page number. */
const few = 8;
/** The same for receipts and cards, where fewer shapes already form a column. */
const fewOfShort = 4;
const short = 250;
const fewShare = 0.03;
/** The height in pixels of the bands by which words are indexed. */
const band = 64;
/** The largest shape that counts as a letter, in heights of a letter; blurred letters run into each other. */
const letter = { highest: 2, widest: 2 };
const print = { highest: 2.5, widest: 15 };

/** Returns true if a page has letters outside all words: engines overlook columns, especially of prices. */
export function leavesLetters(image: Grey, words: readonly Box[]): boolean {
  const letters = findShapesLike(image, letter);
  const covered = makeCoverTest(image, words);
  const leftOut = letters.filter(shape => !covered(shape)).length;
  return leftOut >= (letters.length < short ? fewOfShort : few) && leftOut > letters.length * fewShare;
}

/** Returns the share of a page's ink that no word covers. */
export function measureUnreadShare(image: Grey, words: readonly Box[]): number {
  const covered = makeCoverTest(image, words);
  let [all, unread] = [0, 0];
  for (const shape of findShapesLike(image, print)) {
    all += shape.ink;
    if (!covered(shape)) unread += shape.ink;
  }
  return unread / Math.max(1, all);
}

function findShapesLike(image: Grey, { highest, widest }: typeof letter): Shape[] {
  const usual = measureLetterHeight(image);
  if (usual === undefined) return [];
  return findComponents(image).filter(
    ({ width, height, ink }) =>
      height >= usual * 0.6 &&
      height <= usual * highest &&
      width <= height * widest &&
      ink >= width * height * 0.15,
  );
}

/** Returns a test whether the centre of a shape lies in a word. */
function makeCoverTest(image: Grey, words: readonly Box[]): (shape: Shape) => boolean {
  const bands: Box[][] = Array.from({ length: Math.ceil(image.height / band) + 1 }, () => []);
  for (const word of words)
    for (let at = Math.max(0, Math.floor(word.top / band)); at <= Math.floor(word.bottom / band); at++)
      bands[at]?.push(word);
  return ({ left, top, width, height }) => {
    const [x, y] = [left + width / 2, top + height / 2];
    return bands[Math.floor(y / band)]!.some(
      word => word.left <= x && word.right >= x && word.top <= y && word.bottom >= y,
    );
  };
}
