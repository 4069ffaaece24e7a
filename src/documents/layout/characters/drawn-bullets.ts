import { type Box, heightOf, middleY, widthOf } from '../../boxes.ts';
import type { Word } from '../page.ts';

/** A bullet is at most this large, in type sizes of its item. */
const largest = 0.65;
/** The item's text begins this far to the right of it, in type sizes. */
const [nearest, furthest] = [0.15, 2.4];
/** Text closer than this on the left, in type sizes, has the dot between its words. */
const besideText = 1.5;
/** More dots are those of a chart or a pattern. */
const maxDots = 400;

const isBeside = (dot: Box, word: Word): boolean => {
  const y = middleY(dot);
  return y > word.top + 0.2 * heightOf(word) && y < word.bottom - 0.1 * heightOf(word);
};

/** Reads bullets that are drawn as shapes in front of a line, as browsers draw them, as words. */
export function readDrawnBullets(dots: readonly Box[], words: readonly Word[]): Word[] {
  if (dots.length > maxDots) return [];
  return dots.flatMap(dot => {
    const row = words.filter(word => isBeside(dot, word));
    const right = row.filter(word => word.left > dot.left).sort((a, b) => a.left - b.left);
    const [first] = right;
    if (!first || Math.max(widthOf(dot), heightOf(dot)) > largest * first.style.size) return [];
    const { size } = first.style;
    const gap = first.left - dot.right;
    const isWithin = row.some(word => word.left <= dot.left && dot.left - word.right < besideText * size);
    if (gap < nearest * size || gap > furthest * size || isWithin) return [];
    const { top, bottom, style, baseline } = first;
    return [{ text: '•', style, baseline, glued: false, left: dot.left, right: dot.right, top, bottom }];
  });
}
