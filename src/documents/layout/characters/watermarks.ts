import { around, heightOf, median, sharedX, sharedY } from '../../boxes.ts';
import type { Glyph } from '../../source.ts';
import { joinWords, type Word } from '../page.ts';
import { findUsualSize } from './lines.ts';

/** A slanted text is a watermark from this size on, in sizes of the page's text, or if it is light. */
const largeSlanted = 1.6;
/** An upright text of this size that is light and lies across other lines is one too. */
const largeUpright = 2;
const lightest = 0xb0;

const isLight = (colour: number): boolean =>
  [colour >> 16, (colour >> 8) & 0xff, colour & 0xff].every(value => value >= lightest);

/** Separates the slanted texts of a page, one for each style, from its other characters. */
export function separateSlanted(glyphs: readonly Glyph[]): {
  straight: readonly Glyph[];
  watermarks: Word[];
  labels: Word[];
} {
  if (!glyphs.some(glyph => glyph.style.slanted)) return { straight: glyphs, watermarks: [], labels: [] };
  const straight = glyphs.filter(glyph => !glyph.style.slanted);
  const usual = median(straight.map(glyph => glyph.style.size));
  const words = joinSlanted(glyphs.filter(glyph => glyph.style.slanted));
  const isWatermark = ({ style }: Word) => style.size >= largeSlanted * usual || isLight(style.colour);
  return {
    straight,
    watermarks: words.filter(isWatermark),
    labels: words.filter(word => !isWatermark(word)),
  };
}

/** Characters further apart than this, in type sizes, belong to different texts. */
const apart = 2.5;

function joinSlanted(glyphs: readonly Glyph[]): Word[] {
  const words: Word[] = [];
  let before: Glyph | undefined;
  for (const glyph of glyphs) {
    const word = words.at(-1);
    const distance = before ? Math.hypot(glyph.left - before.left, glyph.top - before.top) : Infinity;
    if (word && before?.style === glyph.style && distance < apart * glyph.style.size) {
      word.text += glyph.spaceBefore ? ` ${glyph.text}` : glyph.text;
      Object.assign(word, around([word, glyph]));
    } else {
      const { text, style, baseline } = glyph;
      words.push({ ...around([glyph]), text, style, baseline, glued: false });
    }
    before = glyph;
  }
  return words;
}

/**
 * Separates the words of an upright watermark, which are large, light and printed across other words, from
 * the text.
 */
export function separateUpright(words: readonly Word[]): {
  text: readonly Word[];
  watermark: Word | undefined;
} {
  const usual = findUsualSize(words);
  const isCandidate = ({ style, text }: Word) =>
    style.size >= largeUpright * usual && isLight(style.colour) && /\p{L}/u.test(text);
  const candidates = words.filter(isCandidate);
  const text = words.filter(word => !isCandidate(word));
  const [first] = candidates;
  const isAcross = candidates.some(large =>
    text.some(word => sharedX(large, word) > 0 && sharedY(large, word) > 0.4 * heightOf(word)),
  );
  if (!first || !isAcross) return { text: words, watermark: undefined };
  return { text, watermark: { ...first, ...around(candidates), text: joinWords(candidates) } };
}
