import type { Glyph, Style } from '../source.ts';
import type { Word } from './page.ts';

/** Gaps in type sizes: a space must leave some room, and room enough is a space though none was written. */
const leastSpace = 0.06;
const wideGap = 0.24;
/** A character this far back begins another word. */
const backwards = 0.4;
const baselineShift = 0.12;

const looksAlike = (a: Style, b: Style): boolean =>
  a === b ||
  (a.font === b.font &&
    Math.abs(a.size - b.size) < 0.3 &&
    a.colour === b.colour &&
    a.bold === b.bold &&
    a.mark === b.mark);

const isRightToLeft = (text: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

/** The room between a character and the one after it, whichever way they run. */
function gapBetween(before: Glyph, next: Glyph): number {
  if (next.left >= before.left) return next.left - before.right;
  return isRightToLeft(next.text) || isRightToLeft(before.text)
    ? before.left - next.right
    : next.left - before.right;
}

/** Characters as words, in the order they came in. They run across the page. */
export function makeWords(glyphs: readonly Glyph[]): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  let before: Glyph | undefined;
  for (const glyph of glyphs) {
    const { style, text, baseline } = glyph;
    const size = Math.max(style.size, before?.style.size ?? 0) || 1;
    const gap = before ? gapBetween(before, glyph) : 0;
    const isNear = before !== undefined && gap < wideGap * size && gap > -backwards * size;
    const isSpaced = glyph.spaceBefore && gap > leastSpace * size;
    const sameLine = word !== undefined && Math.abs(baseline - word.baseline) < baselineShift * size;
    const shifted = word !== undefined && Math.abs(baseline - word.baseline) < 0.7 * size;
    if (word && before && isNear && !isSpaced && sameLine && looksAlike(style, before.style)) {
      word.text += text;
      word.left = Math.min(word.left, glyph.left);
      word.right = Math.max(word.right, glyph.right);
    } else {
      word = {
        text,
        style,
        baseline,
        glued: isNear && !isSpaced && shifted,
        left: glyph.left,
        top: glyph.top,
        right: glyph.right,
        bottom: glyph.bottom,
      };
      words.push(word);
    }
    before = glyph;
  }
  return words;
}
