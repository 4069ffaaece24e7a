import { middleX, widthOf } from '../../boxes.ts';
import type { PreparedPage } from '../characters/prepare.ts';
import { countLetters, joinWords, type Line } from '../page.ts';
import { makeRows, type Row, readRow } from './rows.ts';
import { isInTable } from './table-rows.ts';

/** Heads end within this share of the page's height, and feet begin after it. */
const headEnd = 0.105;
const footStart = 0.88;
/** A line that says that it counts pages may stand higher, where the page is low. */
const countStart = 0.7;
const maxRows = 3;
/** A page with fewer rows may consist of titles only. */
const minRows = 8;
/** Heads and feet are at least this far from the text, in type sizes: in small type, in that of the text, and without other signs. */
const [apart, farApart, farthest] = [1.1, 1.6, 2.5];
/** Type below this share of the size of the text is small, and above the other it is large; at the edge it may be larger. */
const [small, large, largest] = [0.95, 1.1, 1.35];
const edge = 0.05;
/** A row this wide, as a share of the text, is a line of it. */
const wide = 0.8;
/** Parts of a row that stand this far apart, as a share of the page's width, are aligned with its edges. */
const apartAcross = 0.12;

const count = /^[-–—|·\s[(]*(?:page:?\s*)?(\d{1,4})(?:\s*(?:\/|of)\s*\d{1,4})?[-–—|·\s\])]*$/i;
/** A line that says that it counts pages needs no room above it. */
const namedCount = /^page:?\s*\d{1,4}(?:\s*(?:\/|of)\s*\d{1,4})?$/i;
/** A note begins with its mark, and a caption or source with its name. */
const note =
  /^(?:\(?\s?\d{1,3}\s?[.)]?\s+\p{L}|[*†‡§¶¹²³⁴-⁹]|(?:note|source|figure|fig|table|abb|tab|quelle|abbildung|tabelle)s?\b)/iu;

/** An address by which somebody is reached. */
const contact = /\bwww\.\S|\S@\S+\.\p{L}|\b(?:tel|fax|phone)\b/iu;

interface Body {
  /** The size that most letters have. */
  size: number;
  left: number;
  width: number;
  /** Whether the page continues another one: its number is above 1, or its text begins within a sentence. */
  isContinued: boolean;
}

/** Returns the size of the letter in the middle of all letters by size. */
function findUsualSize(lines: readonly Line[]): number {
  const sorted = lines.toSorted((a, b) => a.size - b.size);
  const half = countLetters(sorted.flatMap(line => line.words)) / 2;
  let passed = 0;
  for (const { words, size } of sorted) {
    passed += countLetters(words);
    if (passed >= half) return size;
  }
  return 0;
}

const isBold = ({ lines }: Row): boolean => lines.every(line => line.words.every(word => word.style.bold));

const isSplit = ({ lines }: Row, page: PreparedPage): boolean =>
  lines.some((line, at) => at > 0 && line.left - lines[at - 1]!.right > apartAcross * page.width);

/** Returns the size of a row's type without that of a number, which may be larger than the words beside it. */
function sizeWords({ lines, size }: Row): number {
  const words = lines.filter(line => !count.test(joinWords(line.words)));
  return words.length === 0 ? size : Math.max(...words.map(line => line.size));
}

/** Returns true if rows are a sentence, or the end of one: a head has no stop at its end but that of a shortened name. */
function isSentence(rows: readonly Row[], body: Body): boolean {
  const [first, last] = [rows[0]!, rows.at(-1)!];
  if (rows.some(row => row.lines.length > 1)) return false;
  if (rows.length > 1) return widthOf(first) > wide * body.width && /[.!?]$/.test(readRow(last));
  return /(?<!\bet al|\b\p{Lu}\p{Ll}{0,3})[.;,]$/u.test(readRow(last));
}

/** Returns true if all rows of a head or foot look as one, with room between them and the text. */
function looksApart(rows: readonly Row[], gap: number, body: Body, page: PreparedPage): boolean {
  const size = Math.max(...rows.map(sizeWords));
  const [top, bottom] = [rows[0]!.top, page.height - rows.at(-1)!.bottom];
  if (size > (Math.min(top, bottom) < edge * page.height ? largest : large) * body.size) return false;
  if (rows.some(row => row.lines.some(line => isInTable(line, page)))) return false;
  const isLarge = size > small * body.size;
  if (gap < (isLarge ? farApart : apart) * size) return false;
  const isText = (row: Row) =>
    widthOf(row) > wide * body.width &&
    row.lines.length === 1 &&
    (!body.isContinued || /[.,;:]$/.test(readRow(row)));
  return !(isLarge && rows.some(isText));
}

/** Returns true if a row does not begin where the text does. */
const isMoved = (row: Row, body: Body): boolean => Math.abs(row.left - body.left) > 0.03 * body.width;

function isFoot(rows: readonly Row[], gap: number, body: Body, page: PreparedPage): boolean {
  if (!looksApart(rows, gap, body, page) || note.test(readRow(rows[0]!))) return false;
  if (rows.length > 1 && isSentence(rows, body)) return false;
  const saysSentence = rows.some(row => /\p{Ll}[.!?]$/u.test(readRow(row)));
  const isApart =
    !saysSentence &&
    gap > farthest * body.size &&
    rows.some(row => isMoved(row, body) || row.lines.length > 1);
  return (
    sizeWords(rows[0]!) < small * body.size ||
    isApart ||
    (!saysSentence && rows.some(row => contact.test(readRow(row)))) ||
    rows.some(row => isSplit(row, page))
  );
}

/** Returns true if a row is a rule that was typed. */
const isTypedRule = (row: Row | undefined): boolean =>
  row !== undefined && /^[_=–—-]{12,}$/.test(readRow(row));

function isHead(rows: readonly Row[], next: Row, body: Body, page: PreparedPage): boolean {
  if (rows.length > 1 && isTypedRule(rows.at(-1)))
    return rows.every(row => sizeWords(row) < largest * body.size);
  const gap = next.top - rows.at(-1)!.bottom;
  if (!looksApart(rows, gap, body, page)) return false;
  // Names side by side are those of authors if what follows stands side by side too.
  const split = [...rows, next].filter(row => isSplit(row, page));
  if (split.length > 0) return split.length === 1 && split[0] !== next;
  if (isSentence(rows, body)) return false;
  if (body.isContinued || rows.every(row => row.size < small * body.size)) return true;
  const middles = [page.width / 2, body.left + body.width / 2];
  const isAtSide = rows.every(row => middles.every(x => Math.abs(middleX(row) - x) > 0.1 * body.width));
  return isAtSide && !rows.some(isBold) && gap > farthest * body.size && rows.some(row => isMoved(row, body));
}

/** Small rows above the text need no room if they are short. */
const isSmallHead = (rows: readonly Row[], next: Row, body: Body): boolean =>
  rows.every(
    row => row.size < 0.9 * body.size && row.lines.every(line => widthOf(line) < 0.5 * body.width),
  ) &&
  next.size > small * body.size &&
  widthOf(next) > wide * body.width;

/** Finds a number by itself under the text, in the middle of the page, wherever the text ends. */
function findCentredNumber(rows: readonly Row[], page: PreparedPage): Line | undefined {
  const [last, before] = [rows.at(-1)!, rows.at(-2)!];
  const [line, ...others] = last.lines;
  if (!line || others.length > 0 || !count.test(joinWords(line.words)) || isInTable(line, page))
    return undefined;
  const isCentred = [page.width / 2, middleX(before)].some(
    x => Math.abs(middleX(line) - x) < 0.04 * page.width,
  );
  return isCentred && last.top - before.bottom > apart * line.size ? line : undefined;
}

/** Returns the width and the size of a page's text. */
function measureBody(rows: readonly Row[], page: PreparedPage): Omit<Body, 'isContinued'> {
  const text = rows.slice(2, -2);
  const left = Math.min(...text.map(row => row.left));
  const right = Math.max(...text.map(row => row.right));
  return { size: findUsualSize(page.lines), left, width: right - left };
}

const readCount = (line: Line): number => Number(count.exec(joinWords(line.words))?.[1] ?? 0);

/** Finds the head and the foot of a page without neighbours by their size and by the room between them and the text. */
export function findSinglePageMargins(page: PreparedPage, found: ReadonlySet<Line>): Line[] {
  const rows = makeRows(page.lines.filter(line => !found.has(line)));
  if (rows.length < minRows) return [];
  const lines: Line[] = [];
  const take = (own: readonly Row[]) => lines.push(...own.flatMap(row => row.lines));
  const last = rows.at(-1)!;
  if (last.top > countStart * page.height && namedCount.test(readRow(last))) take([rows.pop()!]);
  const number = findCentredNumber(rows, page);
  if (number) take([rows.pop()!]);
  const body = { ...measureBody(rows, page), isContinued: false };
  for (let size = maxRows; size > 0; size--) {
    const [own, before] = [rows.slice(-size), rows.at(-size - 1)!];
    if (own[0]!.top < footStart * page.height || !isFoot(own, own[0]!.top - before.bottom, body, page))
      continue;
    take(own);
    break;
  }
  const isCounted = [...found, ...lines].some(line => readCount(line) > 1);
  for (let size = maxRows; size > 0; size--) {
    const [own, next] = [rows.slice(0, size), rows[size]!];
    const end = isTypedRule(own.at(-1)) ? own.at(-2) : own.at(-1);
    if (!end || end.bottom > headEnd * page.height) continue;
    const isContinued = isCounted || /^\p{Ll}/u.test(readRow(next));
    if (!isHead(own, next, { ...body, isContinued }, page) && !isSmallHead(own, next, body)) continue;
    take(own);
    break;
  }
  return lines;
}
