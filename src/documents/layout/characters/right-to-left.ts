import type { Box } from '../../boxes.ts';
import type { Glyph } from '../../source.ts';
import type { Direction, Line, Word } from '../page.ts';
import { readDrawnBullets } from './drawn-bullets.ts';
import { joinMarks, makeLine } from './lines.ts';
import { orderAsRead } from './logical-order.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const strongLeft = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/u;

/** Replaces presentation forms by plain letters, and drops characters that only control drawing. */
export const plainLetters = (text: string): string =>
  text
    .replace(/[\ufb1d-\ufdff\ufe70-\ufefc]+/g, run => run.normalize('NFKC'))
    .replace(/[\u200e\u200f\u202a-\u202e]/g, '');

export const hasMirrored = (text: string): boolean => rightToLeft.test(text);

export const runsMirrored = (glyphs: readonly Glyph[]): boolean =>
  glyphs.some(({ text }) => rightToLeft.test(text));

/** Finds the direction of most words. Letters are not counted, because an address may have more of them. */
function findDirection(text: string, otherwise: Direction): Direction {
  const words = text.split(/\s+/);
  const count = (pattern: RegExp) => words.filter(word => pattern.test(word)).length;
  const [right, left] = [count(rightToLeft), count(strongLeft)];
  return right === left ? otherwise : right > left ? 'rtl' : 'ltr';
}

export const mirrorBox = <B extends Box>(box: B, { left, right }: Pick<Box, 'left' | 'right'>): B => ({
  ...box,
  left: left + right - box.right,
  right: left + right - box.left,
});

const mirrors: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

/** Arabic letters are raised or lowered by at most this share of their size to carry their vowel marks. */
const furthestShift = 0.45;
/** Room after such a letter, in type sizes, that is less than a space. */
const shiftedWidth = 0.12;
const arabic = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]/;

/** Puts Arabic letters that were drawn together with a raised or lowered mark onto the baseline of the letters around them. */
function alignBaselines(glyphs: readonly Glyph[]): Glyph[] {
  const counts = new Map<number, number>();
  for (const { baseline } of glyphs) counts.set(baseline, (counts.get(baseline) ?? 0) + 1);
  const common = [...counts].sort((a, b) => b[1] - a[1]);
  return glyphs.map(glyph => {
    if (!arabic.test(glyph.text)) return glyph;
    const own = counts.get(glyph.baseline) ?? 0;
    const line = common.find(
      ([baseline, count]) =>
        count > own && Math.abs(baseline - glyph.baseline) < furthestShift * glyph.style.size,
    );
    if (!line) return glyph;
    // The width of such a letter is often told too small.
    const right = /\p{L}/u.test(glyph.text) ? glyph.right + shiftedWidth * glyph.style.size : glyph.right;
    return { ...glyph, right, baseline: line[0] };
  });
}

/**
 * Orders the characters of a ligature as they would be drawn, from left to right. They come in reading order,
 * except that some files have lam and alef as they are drawn.
 */
const drawTogether = (text: string, next: string): string =>
  rightToLeft.test(next) && !/^[اأإآٱ]ل$/.test(text + next) ? next + text : text + next;

/**
 * Makes one word of each character, in no order. The reader mirrored brackets where it went from right to
 * left.
 */
export function makeLetters(glyphs: readonly Glyph[]): Word[] {
  const letters: Word[] = [];
  let before: Glyph | undefined;
  for (const glyph of alignBaselines(glyphs)) {
    const last = letters.at(-1);
    const sameLine = before !== undefined && before.baseline === glyph.baseline;
    const isSame =
      sameLine && Math.abs(before!.left - glyph.left) < 0.01 && Math.abs(before!.right - glyph.right) < 0.01;
    if (isSame && last) last.text = drawTogether(last.text, glyph.text);
    else {
      const { text, style, baseline, left, top, right, bottom } = glyph;
      const isTurned = sameLine && before!.left > left && text in mirrors && !strongLeft.test(before!.text);
      letters.push({
        text: isTurned ? mirrors[text]! : text,
        style,
        baseline,
        left,
        top,
        right,
        bottom,
        glued: false,
      });
    }
    before = glyph;
  }
  return letters;
}

const joinWords = (letters: readonly Word[]): string => {
  let text = '';
  let right = -Infinity;
  for (const letter of letters) {
    text += letter.left - right > 0.15 * letter.style.size ? ` ${letter.text}` : letter.text;
    right = letter.right;
  }
  return text;
};

/**
 * Makes lines of words in reading order from lines of single characters. If the page runs from right to left,
 * everything is mirrored, so that it can be read from left to right like any other.
 */
export function readMirrored(
  lines: readonly Line[],
  width: number,
  dots: readonly Box[],
): { lines: Line[]; direction: Direction } {
  const direction = findDirection(lines.map(line => joinWords(line.words)).join(' '), 'ltr');
  const page = { left: 0, right: width };
  const read = lines.map(line => {
    const own = findDirection(joinWords(line.words), direction);
    const words = orderAsRead(line.words, own).map(word => ({ ...word, text: plainLetters(word.text) }));
    // Along the line the words come in order, whichever way it runs.
    const along = own === 'rtl' ? words.map(word => mirrorBox(word, line)) : words;
    const made = makeLine(along);
    if (direction === 'ltr') return { ...made, direction: own };
    const by = mirrorBox(made, page).left - made.left;
    const move = <B extends Box>(box: B): B => ({ ...box, left: box.left + by, right: box.right + by });
    return { ...move(made), words: made.words.map(move), direction: own };
  });
  const bullets = readDrawnBullets(
    direction === 'rtl' ? dots.map(dot => mirrorBox(dot, page)) : dots,
    read.flatMap(line => line.words),
  );
  return { lines: joinMarks([...read, ...bullets.map(bullet => makeLine([bullet]))]), direction };
}
