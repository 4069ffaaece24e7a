import type { Grey } from '../grey.ts';
import type { Box } from '../matrix.ts';
import { findComponents, measureLetterHeight, type Shape } from '../prepare/components.ts';

/** So many shapes that look like letters may lie beside all words: specks, a logo, a page number. */
const few = 8;
/** On a receipt or a card fewer are a column. */
const fewOfShort = 4;
const short = 250;
const fewShare = 0.03;
/** Words are looked up by bands of this many pixels. */
const band = 64;
/** Shapes as high as letters, and no wider than this many of their heights: blurred letters run into each other. */
const letter = { highest: 2, widest: 2 };
const print = { highest: 2.5, widest: 15 };

/** Whether a page has letters where no word was found: readers overlook columns, prices above all. */
export function leavesLetters(image: Grey, words: readonly Box[]): boolean {
  const letters = findShapesLike(image, letter);
  const covered = makeCoverTest(image, words);
  const leftOut = letters.filter(shape => !covered(shape)).length;
  return leftOut >= (letters.length < short ? fewOfShort : few) && leftOut > letters.length * fewShare;
}

/** The share of a page's print that no word stands for, by its ink. */
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

/** Tells whether a shape's middle lies in a word. */
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
