import { type Filled, last, splitBefore } from '../../lists.ts';
import { around, type Box, median, sharedY, widthOf } from '../boxes.ts';
import { startsWithBox } from './characters/tick-boxes.ts';
import { areBrokenOnPurpose, areHanging, areShort, hadRoom } from './entries.ts';
import { findMark, isClauseNumber } from './marks.ts';
import { countLetters, isUpperCase, joinWords, type Line, measureShare } from './page.ts';

/** Lines further apart than this share of the usual distance are two paragraphs. */
const apart = 1.28;
const sizeChange = 0.07;
/** Lines further apart than this, in type sizes, are double-spaced. */
const doubleSpaced = 1.55;
/** The indentation of a first line, in type sizes. */
const indent = 0.8;
/** Lines of a narrower column end early for other reasons than a paragraph's end, in type sizes. */
const narrowest = 15;

/** Lines that are not justified end within this share of the column's width, if at least this share of them do. */
const raggedShare = 0.12;
const maxFullShare = 0.6;

/** Parts of one row whose sizes differ by more than this share do not belong together. */
const besideSize = 0.2;

/** Titles side by side are larger than most text by this factor, and this far apart in type sizes. */
const titleSize = 1.15;
const titleRoom = 3;

interface Column extends Box {
  /** The column of the page that the lines stand in, and everything on the page. */
  region: Box;
  frame: Box;
  page: readonly Line[];
  usualSize: number;
  /** The usual distance from one baseline to the next, by type size. */
  leading(size: number): number;
  /** The right end beyond which a line is full, where most lines are, though they end at different places. */
  full: number;
  /** True if most lines are whole sentences, as in paragraphs of one line each. */
  hasSentences: boolean;
  /** True if lines are entries whose further lines are indented. */
  isHanging: boolean;
  /** The right end of the room that lines have which were broken on purpose. */
  brokenTo: number | undefined;
}

const endsSentence = ({ words }: Line): boolean => /[.!?؟。]["”’')\]]?$/.test(joinWords(words));

const isBold = ({ words }: Line): boolean => measureShare(words, word => word.style.bold) > 0.85;
const isMono = ({ words }: Line): boolean => measureShare(words, word => word.style.mono) > 0.9;

function makeColumn(lines: readonly Line[], region: Box, page: readonly Line[]): Column {
  const gaps = new Map<number, number[]>();
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (!before || Math.abs(before.size - line.size) > sizeChange * line.size) continue;
    const gap = line.baseline - before.baseline;
    if (gap <= 0.5 * line.size || gap > 2.8 * line.size) continue;
    const key = Math.round(line.size);
    gaps.set(key, [...(gaps.get(key) ?? []), gap]);
  }
  const usual = new Map([...gaps].map(([size, own]) => [size, findLowMedian(own)]));
  const box = around(lines);
  const ragged = box.right - raggedShare * widthOf(box);
  return {
    ...box,
    full: lines.filter(line => line.right > ragged).length > maxFullShare * lines.length ? ragged : box.right,
    region,
    frame: around(page),
    page,
    usualSize: median(page.map(line => line.size)),
    leading: size => usual.get(Math.round(size)) ?? 1.22 * size,
    hasSentences: lines.filter(endsSentence).length > lines.length / 2,
    isHanging: areHanging(lines),
    brokenTo: areShort(lines, region) ? region.right : areBrokenOnPurpose(lines) ? box.right : undefined,
  };
}

/**
 * Returns a low median: if paragraphs have one line each, the median would be the distance between
 * paragraphs.
 */
const findLowMedian = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 3)] ?? 0;

/**
 * Returns true if the line before had room for the first word of the next one, so that the break was
 * intended.
 */
function wasBroken(line: Line, before: Line): boolean {
  const first = line.words[0];
  if (!first || /^\p{Ll}/u.test(first.text)) return false;
  const needed = first.right - first.left + 0.35 * line.size;
  return widthOf(before) + needed < widthOf(line) - 0.8 * line.size;
}

/** Returns true if bold words within a sentence begin on the line before, which is full, or go on in the next. */
const isBoldCarriedOver = (line: Line, before: Line, column: Column): boolean =>
  before.words.at(-1)!.style.bold &&
  line.words[0]!.style.bold &&
  isGapUsual(line, before, column) &&
  !hadRoom(line, before, column.right);

/** The right end of the room beside a line: the column's, or what stands beside it. */
const findRight = (line: Line, { region, page }: Column): number =>
  Math.min(
    region.right,
    ...page
      .filter(other => other.left >= line.right && sharedY(other, line) > 0)
      .map(({ left }) => left - line.size),
  );

const connects =
  /(?:[,&–—-]|(?:^|\s)(?:a|an|and|at|by|for|from|in|of|on|or|the|to|with|de|des|du|et|la|le|und|der|für|von|y))$/i;

/**
 * Returns true if two lines of emphasised type, no larger than the text, are titles of their own: the first word of the next
 * would have had room beside the line before, in the column or, where both stand in the middle, on the page.
 */
function isSetApart(line: Line, before: Line, column: Column): boolean {
  if (line.size > 1.15 * column.usualSize || /^\p{Ll}/u.test(line.words[0]!.text)) return false;
  if (isBold(line) && isBold(before) && hadRoom(line, before, findRight(before, column))) return true;
  const isInMiddle = ({ left, right, size }: Line) =>
    Math.abs(left + right - column.frame.left - column.frame.right) < 2 * size &&
    right - left < 0.7 * widthOf(column.frame);
  return isInMiddle(line) && isInMiddle(before) && Math.abs(line.left - before.left) > 0.5 * line.size;
}

const isGapUsual = (line: Line, before: Line, column: Column): boolean =>
  line.baseline - before.baseline < 1.1 * column.leading(line.size) + 0.5;

/** Returns true if a line is indented like the words of a clause, not like its number. */
const standsUnderClause = (line: Line, { words: [number, word] }: Line): boolean =>
  number !== undefined &&
  word !== undefined &&
  isClauseNumber(number.text) &&
  line.left > number.right - 0.3 * line.size &&
  line.left < word.left + 2 * line.size;

/** Returns true if the last row has several parts with gaps between them, as that of a list with prices: the next one is another. */
const hasParts = (part: Filled<Line>): boolean => {
  const [before, end] = [part.at(-2), last(part)];
  return before !== undefined && Math.abs(before.baseline - end.baseline) < 0.3 * end.size;
};

/** Returns true if two parts of a row are titles of what stands below each: large, far apart, and no number before a title. */
const areTitles = (line: Line, before: Line, { usualSize }: Column): boolean =>
  [line, before].every(
    ({ size, words }) => size > titleSize * usualSize && /\p{L}{4}/u.test(joinWords(words)),
  ) && line.left - before.right > titleRoom * line.size;

/** Returns true if a line in italics ends early and upright text follows it. */
const isItalicTitle = (before: Line, line: Line, part: Filled<Line>, column: Column): boolean =>
  part.length === 1 &&
  measureItalic(before) > 0.95 &&
  measureItalic(line) < 0.5 &&
  countLetters(before.words) > minLetters &&
  /^\p{Lu}/u.test(line.words[0]!.text) &&
  hadRoom(line, before, column.right);

const minLetters = 6;
const measureItalic = ({ words }: Line): number => measureShare(words, word => word.style.italic);

/** Returns true if the first line begins with a mark and is indented, as a paragraph is: the next one, within a sentence, is not. */
const isIndentedText = (line: Line, before: Line, part: Filled<Line>, column: Column): boolean =>
  part.length === 1 &&
  /^\p{Ll}/u.test(line.words[0]!.text) &&
  Math.abs(line.left - column.left) < 0.3 * line.size &&
  before.left - line.left < 3 * line.size &&
  isGapUsual(line, before, column) &&
  !hadRoom(line, before, column.right);

function startsParagraph(line: Line, before: Line, part: Filled<Line>, column: Column): boolean {
  if (line.latex !== undefined || before.latex !== undefined) return true;
  const size = Math.max(line.size, before.size);
  const gap = line.baseline - before.baseline;
  // A date in small type beside a title stands for itself, and so do titles side by side.
  if (gap < 0.3 * size && gap > -0.3 * size)
    return Math.abs(line.size - before.size) > besideSize * size || areTitles(line, before, column);
  if (hasParts(part)) return true;
  if (isMono(line) !== isMono(before)) return true;
  if (isMono(line) && gap > 0 && gap < 3.3 * size) return false;
  if (gap < 0 || gap > apart * column.leading(size) + 0.5) return true;
  // Double-spaced lines belong together only if the one before is full and not a sentence among others.
  const isWhole = column.hasSentences && endsSentence(before);
  if (gap > doubleSpaced * size && (isWhole || hadRoom(line, before, column.full))) return true;
  if (Math.abs(line.size - before.size) > sizeChange * size) return true;
  if (
    isBold(line) !== isBold(before) &&
    countLetters(before.words) > 1 &&
    !isBoldCarriedOver(line, before, column)
  )
    return true;
  if (findMark(line.words) || startsWithBox(line.words[0]!)) return true;
  if (isItalicTitle(before, line, part, column)) return true;
  if (column.isHanging) return line.left - column.left < 0.3 * size;
  const mark = findMark(part[0].words);
  if (mark && isIndentedText(line, before, part, column)) return false;
  if (mark) return Math.abs(line.left - mark.textLeft) > 1.2 * size && line.left < mark.left - 0.3 * size;
  if (standsUnderClause(line, part[0])) return false;
  const left = Math.min(...part.map(each => each.left));
  const isCentred = Math.abs(line.left + line.right - before.left - before.right) < size;
  if (!isCentred && line.left - left > indent * size && before.left - left < 0.3 * size && part.length > 1)
    return true;
  if (!isCentred && line.left - before.left > indent * size && widthOf(before) > 0.8 * widthOf(column))
    return true;
  const text = joinWords(before.words);
  const mayBreak =
    size < 1.15 * column.usualSize && !/^\p{Ll}/u.test(line.words[0]!.text) && !connects.test(text);
  if (column.brokenTo !== undefined && mayBreak && hadRoom(line, before, column.brokenTo)) return true;
  if (isUpperCase(text) !== isUpperCase(joinWords(line.words)) && hadRoom(line, before, column.right))
    return true;
  if (part.length === 1 && wasBroken(line, before)) return true;
  if (isSetApart(line, before, column) && !connects.test(text)) return true;
  if (
    widthOf(column) > narrowest * size &&
    /[.!?:;]["”’')\]]?$/.test(text) &&
    hadRoom(line, before, column.right)
  )
    return true;
  return false;
}

/** Makes paragraphs of a column's lines. Lines at the same height, separated by a gap, stay together. */
export function makeParagraphs(lines: readonly Line[], region: Box, page: readonly Line[]): Filled<Line>[] {
  const column = makeColumn(lines, region, page);
  return splitBefore(lines, (line, before, part) => startsParagraph(line, before, part, column));
}

export { isBold, isMono };
