import { around, type Box, sharedY } from '../../../documents/boxes.ts';
import { alignWords } from './align.ts';
import { HeadComparison } from './heads.ts';
import { type Ignored, plainLetters, readSame } from './letters.ts';
import { findMoved } from './moved.ts';
import type { Range } from './ranges.ts';
import type { DocumentWord, Place, WordList } from './word-list.ts';
import type { DocumentWords } from './words.ts';

/** Words of one document that were changed, and where they stand. */
export interface Side {
  text: string;
  places: Place[];
}

export interface Change {
  kind: 'added' | 'removed' | 'changed' | 'moved';
  old?: Side;
  new?: Side;
}

export interface Comparison {
  changes: Change[];
  /** The place in the new document of each word of the old one, or -1. */
  matches: Int32Array;
}

/** A few equal words between large changes are a coincidence. */
const fewEqual = 2;
const largeChange = 4;

/** Compares the words of two documents. */
export function compareWords(
  old: DocumentWords,
  now: DocumentWords,
  ignored: ReadonlySet<Ignored>,
): Comparison {
  const numbers = new Map<string, number>();
  const number = ({ words }: DocumentWords) =>
    Int32Array.from({ length: words.length }, (_, at) => {
      const key = plainLetters(words.readText(at)!, ignored).replaceAll('\u00ad', '');
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      return known;
    });
  const [a, b] = [number(old), number(now)];
  const matches = alignWords(a, b);
  const { moved, rest } = findMoved(listDifferent(matches, b.length), a, b);
  const heads = new HeadComparison(old, now);
  const changes: (Range & Pick<Change, 'kind'>)[] = moved.map(range => ({ ...range, kind: 'moved' }));
  for (const range of joinLarge(rest)) {
    const { a: from, aEnd, b: to, bEnd } = trimSame(range, old.words, now.words, ignored);
    const [gone, come] = [old.words.slice(from, aEnd), now.words.slice(to, bEnd)];
    if (readSame(gone, come, ignored) || isListMark(gone, come) || heads.take(gone, come)) continue;
    changes.push({ a: from, aEnd, b: to, bEnd, kind: chooseKind(gone, come) });
  }
  changes.sort((one, other) => one.b - other.b || one.a - other.a);
  return {
    matches,
    changes: [
      ...changes.map(({ kind, a: from, aEnd, b: to, bEnd }) =>
        describeChange(kind, old.words.slice(from, aEnd), now.words.slice(to, bEnd)),
      ),
      ...heads.list().map(([gone, come]) => describeChange(chooseKind(gone, come), gone, come)),
    ],
  };
}

type Words = readonly DocumentWord[];

const chooseKind = (gone: Words, come: Words): Change['kind'] =>
  gone.length === 0 ? 'added' : come.length === 0 ? 'removed' : 'changed';

const describeChange = (kind: Change['kind'], gone: Words, come: Words): Change => ({
  kind,
  ...(gone.length > 0 && { old: describeSide(gone) }),
  ...(come.length > 0 && { new: describeSide(come) }),
});

/** Returns true if only a dash at the beginning of a line was added or removed: programs draw the signs of lists differently. */
const isListMark = (gone: Words, come: Words): boolean =>
  (gone.length === 0 || come.length === 0) &&
  [...gone, ...come].every(({ text, before }) => before === 'line' && /^[-\u2013\u2014*]$/.test(text));

/** Lists the ranges between words that match. */
function listDifferent(matches: Int32Array, length: number): Range[] {
  const ranges: Range[] = [];
  let [a, b] = [0, 0];
  for (let at = 0; at <= matches.length; at++) {
    const match = at < matches.length ? matches[at]! : length;
    if (match < 0) continue;
    if (at > a || match > b) ranges.push({ a, aEnd: at, b, bEnd: match });
    [a, b] = [at + 1, match + 1];
  }
  return ranges;
}

const measure = ({ a, aEnd, b, bEnd }: Range): number => Math.max(aEnd - a, bEnd - b);

/** Joins large changes between which only a few words are equal. */
function joinLarge(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    const isNear = last && range.a - last.aEnd <= fewEqual && range.b - last.bEnd <= fewEqual;
    const isNext = isNear && range.a >= last.aEnd && range.b >= last.bEnd;
    if (isNext && measure(last) >= largeChange && measure(range) >= largeChange)
      joined[joined.length - 1] = { ...last, aEnd: range.aEnd, bEnd: range.bEnd };
    else joined.push(range);
  }
  return joined;
}

/** Leaves out words at both ends of a change that read the same but are divided differently. */
function trimSame(range: Range, old: WordList, now: WordList, ignored: ReadonlySet<Ignored>): Range {
  const trimmed = { ...range };
  const maxWords = 4;
  const trim = (cut: (i: number, j: number) => Range): boolean => {
    for (let size = 2; size <= 2 * maxWords; size++)
      for (let i = 1; i < size; i++) {
        const next = cut(i, size - i);
        if (next.a > next.aEnd || next.b > next.bEnd) continue;
        const [front, back] = [next.a > trimmed.a, next.aEnd < trimmed.aEnd];
        const gone = front ? old.slice(trimmed.a, next.a) : back ? old.slice(next.aEnd, trimmed.aEnd) : [];
        const come = front ? now.slice(trimmed.b, next.b) : now.slice(next.bEnd, trimmed.bEnd);
        if (!readSame(gone, come, ignored)) continue;
        Object.assign(trimmed, next);
        return true;
      }
    return false;
  };
  while (trim((i, j) => ({ ...trimmed, a: trimmed.a + i, b: trimmed.b + j })));
  while (trim((i, j) => ({ ...trimmed, aEnd: trimmed.aEnd - i, bEnd: trimmed.bEnd - j })));
  return trimmed;
}

function describeSide(words: readonly DocumentWord[]): Side {
  const text = words
    .map(({ text: own, before }, at) => (at > 0 && before !== 'none' ? ` ${own}` : own))
    .join('')
    .replaceAll('\u00ad', '');
  return { text, places: joinPlaces(words.flatMap(({ places }) => places)) };
}

const isSameLine = (a: Box, b: Box): boolean =>
  sharedY(a, b) > 0.5 * Math.min(a.bottom - a.top, b.bottom - b.top);

/** Joins the boxes of words that follow each other on a line. */
function joinPlaces(places: readonly Place[]): Place[] {
  const lines: Place[] = [];
  for (const { page, box } of places) {
    const last = lines.at(-1);
    const gap = last ? Math.max(box.left - last.box.right, last.box.left - box.right) : 0;
    const isNext =
      last && last.page === page && isSameLine(last.box, box) && gap < 2 * (box.bottom - box.top);
    if (isNext) last.box = around([last.box, box]);
    else lines.push({ page, box });
  }
  return lines;
}
