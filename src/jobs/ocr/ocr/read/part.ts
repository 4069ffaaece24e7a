import { cropPage, type Grey } from '../../../image/scans/grey.ts';
import { movePoint, type Point } from '../matrix.ts';
import { keepWords, listWords, type Word } from '../page.ts';
import { type Attempt, scoreWords } from './attempt.ts';
import { makeTrustTest } from './trust.ts';

/** On a page with more words, a part is enough to choose how it reads best. */
const manyWords = 150;

/** A part of a page by which to choose how the whole is recognised. */
export interface Part {
  image: Grey;
  left: number;
  top: number;
}

/** Chooses a quarter of a dense page around its words, or a page with few words as a whole. */
export function choosePart(page: Grey, { blocks, toPage }: Attempt): Part {
  const places = listWords(blocks).map(word => movePoint(toPage, findMiddle(word)));
  if (places.length < manyWords) return { image: page, left: 0, top: 0 };
  const averagePlaces = (side: 'x' | 'y') =>
    places.reduce((sum, place) => sum + place[side], 0) / places.length;
  const [width, height] = [page.width >> 1, page.height >> 1];
  const start = (centre: number, part: number, whole: number) =>
    Math.round(Math.max(0, Math.min(whole - part, centre - part / 2)));
  const [left, top] = [
    start(averagePlaces('x'), width, page.width),
    start(averagePlaces('y'), height, page.height),
  ];
  return { image: cropPage(page, { left, top, width, height }), left, top };
}

/** Scores a reading of the whole page within a part of it. */
export function scoreWithinPart({ blocks, toPage }: Attempt, { image, left, top }: Part): number {
  const isInside = (word: Word) => {
    const { x, y } = movePoint(toPage, findMiddle(word));
    return x >= left && x < left + image.width && y >= top && y < top + image.height;
  };
  const kept = listWords(keepWords(blocks, makeTrustTest(listWords(blocks))));
  return scoreWords(kept.filter(isInside));
}

const findMiddle = ({ left, top, right, bottom }: Word): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});
