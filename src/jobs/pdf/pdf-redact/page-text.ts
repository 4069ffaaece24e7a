import { around, type Box } from '../../../documents/boxes.ts';
import type { Glyph } from '../../../documents/source.ts';
import type { Span } from './kinds.ts';
import { foldLetters, showSoftHyphens } from './letters.ts';

/** A text of a page, and the glyph that each of its UTF-16 units belongs to; -1 for spaces. */
export interface PageText {
  text: string;
  owners: number[];
}

/** Returns where a glyph begins and ends along its line of writing, and how far across the page that line is. */
function placeOnLine(glyph: Glyph): { across: number; start: number; end: number } {
  switch (glyph.style.angle) {
    case 0:
      return { across: glyph.baseline, start: glyph.left, end: glyph.right };
    case 180:
      return { across: -glyph.baseline, start: -glyph.right, end: -glyph.left };
    case 90:
      return { across: -glyph.baseline, start: glyph.top, end: glyph.bottom };
    default:
      return { across: glyph.baseline, start: -glyph.bottom, end: -glyph.top };
  }
}

/** Shares of the size: glyphs whose lines are closer stand on one, a gap wider than this is a space, and one wider still parts columns. */
const sameLine = 0.35;
const wordGap = 0.16;
const columnGap = 3;
/** A sign between columns that nothing sought has. */
const columnSign = ' \u0001 ';
/** The sign between lines: white space that ends a line for expressions. */
export const lineSign = '\u2028';

export const isOnSameLine = (a: Glyph, b: Glyph): boolean =>
  a.style.angle === b.style.angle &&
  Math.abs(placeOnLine(a).across - placeOnLine(b).across) <=
    sameLine * Math.max(a.style.size, b.style.size, 1);

const hyphens = /^[-\u2010\u00ad]$/;
const hyphenatedEnd = new RegExp(`(?<=\\p{L})[-\\u2010\\u00ad]${lineSign}`, 'gu');

function compose(
  glyphs: readonly Glyph[],
  order: readonly number[],
  spaceBefore: (at: number) => string,
  joinsLines: boolean,
): PageText {
  let text = '';
  const owners: number[] = [];
  let isJoined = false;
  for (const [at, index] of order.entries()) {
    const glyph = glyphs[index]!;
    const next = glyphs[order[at + 1] ?? -1];
    const space = at > 0 && !isJoined ? spaceBefore(at) : '';
    text += space;
    for (let unit = 0; unit < space.length; unit++) owners.push(-1);
    // A word that is hyphenated at the end of a line goes on in the next.
    isJoined = joinsLines && hyphens.test(glyph.text) && next !== undefined && !isOnSameLine(glyph, next);
    if (isJoined) continue;
    const letters = foldLetters(joinsLines ? glyph.text : showSoftHyphens(glyph.text));
    text += letters;
    for (let unit = 0; unit < letters.length; unit++) owners.push(index);
  }
  return { text, owners };
}

/** Orders glyphs line by line, as a reader sees them: programs may draw them in any order. */
function orderAsSeen(glyphs: readonly Glyph[]): number[] {
  const placed = glyphs.map((glyph, index) => ({ glyph, index, ...placeOnLine(glyph) }));
  placed.sort((a, b) => a.glyph.style.angle - b.glyph.style.angle || a.across - b.across);
  const lines: (typeof placed)[] = [];
  for (const item of placed) {
    const line = lines.at(-1);
    if (line && isOnSameLine(line.at(-1)!.glyph, item.glyph)) line.push(item);
    else lines.push([item]);
  }
  return lines.flatMap(line => line.sort((a, b) => a.start - b.start).map(({ index }) => index));
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const turnRound = ({ text, owners }: PageText): PageText => ({
  text: [...text].reverse().join(''),
  owners: owners.toReversed(),
});

/**
 * Returns the texts of a page that are searched: as written, as seen and, for scripts from right to left, in the
 * opposite order, each also with hyphenated words joined and without soft hyphens. Those that are the same are returned once.
 */
export function readPageTexts(glyphs: readonly Glyph[]): PageText[] {
  const written = glyphs.map((_, index) => index);
  const seen = orderAsSeen(glyphs);
  const spaceAsSeen = (at: number) => {
    const [before, glyph] = [glyphs[seen[at - 1]!]!, glyphs[seen[at]!]!];
    if (!isOnSameLine(before, glyph)) return lineSign;
    const gap = (placeOnLine(glyph).start - placeOnLine(before).end) / Math.max(glyph.style.size, 1);
    return gap > columnGap ? columnSign : gap > wordGap ? ' ' : '';
  };
  const spaceAsWritten = (at: number) => {
    const glyph = glyphs[at]!;
    if (!glyph.spaceBefore) return '';
    return at > 0 && isOnSameLine(glyphs[at - 1]!, glyph) ? ' ' : lineSign;
  };
  const isFromRight = glyphs.some(({ text }) => rightToLeft.test(text));
  const hasHyphens = glyphs.some(({ text }) => hyphens.test(text));
  return (hasHyphens ? [false, true] : [false]).flatMap(joinsLines => {
    const asWritten = compose(glyphs, written, spaceAsWritten, joinsLines);
    const asSeen = compose(glyphs, seen, spaceAsSeen, joinsLines);
    const texts = isSameText(asWritten, asSeen) ? [asWritten] : [asWritten, asSeen];
    // Readers put letters from right to left in order, but those of a ligature in the wrong one.
    return isFromRight ? [...texts, ...texts.map(turnRound)] : texts;
  });
}

const isSameText = (a: PageText, b: PageText): boolean =>
  a.text === b.text && a.owners.every((owner, at) => owner === b.owners[at]);

/** Joins words that are hyphenated at the ends of lines; undefined if there are none. */
export function joinHyphenated({ text, owners }: PageText): PageText | undefined {
  const ends = [...text.matchAll(hyphenatedEnd)];
  if (ends.length === 0) return undefined;
  const joined: PageText = { text: '', owners: [] };
  let from = 0;
  for (const { index, 0: end } of [...ends, { index: text.length, 0: '' }]) {
    joined.text += text.slice(from, index);
    joined.owners.push(...owners.slice(from, index));
    from = index + end.length;
  }
  return joined;
}

/** The numbers of the glyphs under spans of a text. */
export const listOwners = ({ owners }: PageText, spans: readonly Span[]): number[][] =>
  spans.map(([start, length]) =>
    [...new Set(owners.slice(start, start + length))].filter(index => index >= 0),
  );

/** Returns the boxes around glyphs that were found together, one for each of their lines. */
export function boxLines(glyphs: readonly Glyph[]): Box[] {
  const lines: { last: Glyph; box: Box }[] = [];
  for (const glyph of glyphs) {
    const line = lines.find(({ last }) => isOnSameLine(last, glyph));
    if (line) Object.assign(line, { last: glyph, box: around([line.box, glyph]) });
    else lines.push({ last: glyph, box: around([glyph]) });
  }
  return lines.map(({ box }) => box);
}
