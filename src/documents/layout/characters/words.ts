import type { Glyph, Style } from '../../source.ts';
import type { Word } from '../page.ts';
import { joinAccents } from './accents.ts';

/** Gaps in type sizes: a space must leave some room, and room enough is a space though none was written. */
const minSpace = 0.06;
const wideGap = 0.24;
/** A character this far back begins another word. */
const backwards = 0.4;
const baselineShift = 0.12;
/** A ligature may reach this much further than the box of its first character, in type sizes. */
const widestLigature = 0.7;

const looksAlike = (a: Style, b: Style): boolean =>
  a === b ||
  (a.font === b.font &&
    Math.abs(a.size - b.size) < 0.3 &&
    a.colour === b.colour &&
    a.bold === b.bold &&
    a.mark === b.mark);

/** Small capitals have this share of the size of the capitals among them. */
const smallCapital = { least: 0.65, most: 0.9 };
const isCapital = (text: string): boolean => /^\p{Lu}+$/u.test(text);

/** Returns true if a character is one of the small capitals that follow a large one. */
const isSmallCapital = ({ text, style, baseline }: Glyph, word: Word): boolean =>
  isCapital(text) &&
  isCapital(word.text) &&
  style.font === word.style.font &&
  style.colour === word.style.colour &&
  Math.abs(baseline - word.baseline) < 0.02 * style.size &&
  style.size > smallCapital.least * word.style.size &&
  style.size < smallCapital.most * word.style.size;

const isRightToLeft = (text: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

/** Returns the gap between a character and the next one, in either direction. */
function measureGap(before: Glyph, next: Glyph): number {
  if (next.left >= before.left) return next.left - before.right;
  return isRightToLeft(next.text) || isRightToLeft(before.text)
    ? before.left - next.right
    : next.left - before.right;
}

/**
 * Returns true if characters begin at the same position, as those of a ligature do, although the reported
 * widths after the first may be smaller.
 */
const isSamePlace = (a: Glyph, b: Glyph): boolean =>
  a.style === b.style &&
  Math.abs(a.left - b.left) < 0.01 &&
  b.right < a.right + 0.01 &&
  a.baseline === b.baseline;

/** Makes words of characters, in their given order. They run across the page. */
export function makeWords(glyphs: readonly Glyph[]): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  let before: Glyph | undefined;
  let hasLigature = false;
  for (const glyph of joinAccents(glyphs)) {
    const { style, text, baseline } = glyph;
    if (word && before && isSamePlace(before, glyph) && !glyph.spaceBefore) {
      word.text += text;
      hasLigature = true;
      continue;
    }
    const size = Math.max(style.size, before?.style.size ?? 0) || 1;
    const measured = before ? measureGap(before, glyph) : 0;
    const isAfterLigature =
      hasLigature && !glyph.spaceBefore && measured > 0 && measured < widestLigature * size;
    const gap = isAfterLigature ? 0 : measured;
    hasLigature = false;
    const isNear = before !== undefined && gap < wideGap * size && gap > -backwards * size;
    const isSpaced = glyph.spaceBefore && gap > minSpace * size;
    const sameLine = word !== undefined && Math.abs(baseline - word.baseline) < baselineShift * size;
    const shifted = word !== undefined && Math.abs(baseline - word.baseline) < 0.7 * size;
    if (
      word &&
      before &&
      isNear &&
      !isSpaced &&
      sameLine &&
      (looksAlike(style, before.style) || isSmallCapital(glyph, word))
    ) {
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
        ...(glyph.led && { led: true }),
      };
      words.push(word);
    }
    before = glyph;
  }
  return words;
}
