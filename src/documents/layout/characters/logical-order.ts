import { type Filled, splitBefore } from '../../../lists.ts';
import { around } from '../../boxes.ts';
import type { Direction, Word } from '../page.ts';

/** Characters closer than this, in heights of the line, are in one word: they come one by one. */
const touching = 0.12;
/** Two of letters that run from right to left must be closer: some fonts have hardly more room between words. */
const touchingLetters = 0.07;

const figures = '0-9\u0660-\u0669\u06f0-\u06f9';
const arabic = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc](?<=\p{L})/u;
const rightToLeft = '[\u0590-\u05ff\u0600-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]';
const letter = `(?:(?!${rightToLeft})\\p{L})`;
const terminators = '[%‰°#\\p{Sc}]';

/** Letters that run from left to right with all that stands between them, a figure before or after them, and its sign. */
const foreign = new RegExp(
  `(?:[0-9]|${letter})(?:(?!${rightToLeft}).)*(?:[0-9]${terminators}*|${letter})|${letter}`,
  'gu',
);
const hasLetter = new RegExp(letter, 'u');
/** A telephone number: a plus before figures in groups stands like that only if all of it runs from left to right. */
const telephone = '\\+[0-9][0-9 ().-]{5,}[0-9]';
/** Figures run from left to right everywhere. Among Arabic letters a hyphen parts them and signs stand on their own. */
const arabicFigures = new RegExp(`${telephone}|[${figures}]+(?:[.,:/\u066b\u066c][${figures}]+)*`, 'gu');
const otherFigures = new RegExp(
  `${telephone}|${terminators}*[${figures}]+(?:[.,:/+-][${figures}]+)*${terminators}*`,
  'gu',
);
/** This matches from the first letter that runs from right to left to the last before one that does not. */
const mirroredStretch = new RegExp(`${rightToLeft}(?:(?!${letter}).)*${rightToLeft}|${rightToLeft}`, 'gsu');

const firstForeign = new RegExp(`^${letter}`, 'u');
const firstMirrored = new RegExp(`^${rightToLeft}(?<=\\p{L})`, 'u');
const lastMirrored = new RegExp(`${rightToLeft}(?<=\\p{L})$`, 'u');

/** The places of characters, in the order they are read. */
type Order = number[];

/** Finds the stretches of left-to-right text within a right-to-left line. */
function stretchesAgainst(visual: string): [from: number, to: number][] {
  const found: [number, number][] = [];
  const add = (match: RegExpExecArray, offset = 0): void => {
    const from = offset + match.index;
    found.push([from, from + match[0].length]);
  };
  const numbers = arabic.test(visual) ? arabicFigures : otherFigures;
  let end = 0;
  const addNumbers = (from: number, to: number): void => {
    for (const match of visual.slice(from, to).matchAll(numbers)) add(match, from);
  };
  for (const match of visual.matchAll(foreign)) {
    if (!hasLetter.test(match[0])) continue;
    addNumbers(end, match.index);
    add(match);
    end = match.index + match[0].length;
  }
  addNumbers(end, visual.length);
  return found;
}

/**
 * Returns the order in which a right-to-left line is read: from its right end, left-to-right parts from their
 * left.
 */
function orderFromRight(visual: string): Order {
  const order = Array.from({ length: visual.length }, (_, place) => place);
  for (const [from, to] of stretchesAgainst(visual))
    order.splice(from, to - from, ...order.slice(from, to).reverse());
  return order.reverse();
}

function orderFromLeft(visual: string): Order {
  const order = Array.from({ length: visual.length }, (_, place) => place);
  for (const { index, 0: stretch } of visual.matchAll(mirroredStretch))
    order.splice(index, stretch.length, ...orderFromRight(stretch).map(place => index + place));
  return order;
}

const findCentre = ({ left, right }: Word): number => (left + right) / 2;

/** Splits a line into words as drawn. Those that touch are one. */
const splitTokens = (words: readonly Word[]): Filled<Word>[] =>
  splitBefore(
    [...words].sort((a, b) => findCentre(a) - findCentre(b)),
    (word, before) => {
      const ofLetters = lastMirrored.test(before.text) && firstMirrored.test(word.text);
      const most = (ofLetters ? touchingLetters : touching) * (word.bottom - word.top);
      return !(word.left - before.right < most);
    },
  );

const joinWords = (words: readonly Word[]): string => words.map(({ text }) => text).join('');

/**
 * Takes the number of a list item from the right end of a line, drawn in either direction. It may touch what
 * follows.
 */
function takeNumber(words: readonly Word[]): { number?: Word; rest: readonly Word[] } {
  const placed = [...words].sort((a, b) => findCentre(a) - findCentre(b));
  for (const count of [1, 2]) {
    const mark = placed.slice(-count);
    const [, before, figure, after] = /^([.)]?)(\d{1,3})([.)]?)$/.exec(joinWords(mark)) ?? [];
    if (placed.length > count && figure && before !== after && !(before && after))
      return {
        number: { ...mark[0]!, ...around(mark), text: figure + (before || after) },
        rest: placed.slice(0, -count),
      };
  }
  return { rest: words };
}

/**
 * Finds the direction of a line, which may differ from its page: it is reversed if a full stop is where it
 * should begin.
 */
function findDirection(visual: string, direction: Direction): Direction {
  if (direction === 'rtl') return firstForeign.test(visual) && /[.!?]$/.test(visual) ? 'ltr' : 'rtl';
  return /^[.!?؟]/.test(visual) && lastMirrored.test(visual) ? 'rtl' : 'ltr';
}

/**
 * Returns a line's words in reading order, from letters in the order they were drawn, by reversing Unicode's
 * bidirectional algorithm. Each word gets the next position along the line.
 */
export function orderAsRead(words: readonly Word[], along: Direction): Word[] {
  const { number, rest } = along === 'rtl' ? takeNumber(words) : { rest: words };
  const tokens = splitTokens(rest);
  const boxes = tokens.map(token => around(token));
  if (along === 'rtl') boxes.reverse();
  const visual = tokens.map(joinWords).join(' ');
  const sources = tokens.flatMap((token, i) => [
    ...(i > 0 ? [token[0]] : []),
    ...token.flatMap(word => Array.from({ length: word.text.length }, () => word)),
  ]);
  const order = findDirection(visual, along) === 'rtl' ? orderFromRight(visual) : orderFromLeft(visual);
  let word: { text: string; from: Word[] } = { text: '', from: [] };
  const read = [word];
  for (const place of order) {
    if (visual[place] === ' ') {
      word = { text: '', from: [] };
      read.push(word);
    } else {
      word.text += visual[place];
      word.from.push(sources[place]!);
    }
  }
  const placed = read.map(({ text, from }, i) => {
    const most = from.find(word => from.filter(other => other === word).length * 2 >= from.length);
    return { ...(most ?? from[0]!), ...boxes[i]!, text };
  });
  return number ? [number, ...placed] : placed;
}
