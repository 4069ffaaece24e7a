import type { PreparedPage } from '../characters/prepare.ts';
import { joinWords, type Line } from '../page.ts';
import { isBeside } from './table-rows.ts';

/** A number alone, perhaps of a part such as `F-12`, with signs around it. */
const counted = /^[-–—|·\s[(]*(?:(?<part>[A-Z]{1,4})-)?(?<number>\d{1,4})[-–—|·\s\])]*$/;
/** The fewest neighbours that must have the numbers before or after it. */
const minInOrder = 2;

/** Returns the lowest line of a page, if it is alone in its row. */
function findLowest({ lines }: PreparedPage): Line | undefined {
  const lowest = lines.reduce<Line | undefined>(
    (low, line) => (low && low.baseline >= line.baseline ? low : line),
    undefined,
  );
  return lowest && lines.some(other => other !== lowest && isBeside(other, lowest)) ? undefined : lowest;
}

function readNumber(line: Line | undefined): { part: string; value: number } | undefined {
  const { part = '', number } = (line && counted.exec(joinWords(line.words))?.groups) ?? {};
  return number === undefined ? undefined : { part, value: Number(number) };
}

/**
 * Finds the number under the text of a page that counts pages with those of its neighbours. It need not stand at the foot of the page:
 * a page that a browser made of a document may end earlier.
 */
export function findCountedNumber(page: PreparedPage, others: readonly PreparedPage[]): Line | undefined {
  const line = findLowest(page);
  const own = readNumber(line);
  if (!own) return undefined;
  const inOrder = others.filter(other => {
    const number = readNumber(findLowest(other));
    return number?.part === own.part && number.value - own.value === other.number - page.number;
  });
  return inOrder.length >= Math.min(minInOrder, Math.max(1, others.length)) ? line : undefined;
}

/** A running head ends within this share of the page's height. */
const headEnd = 0.18;
/** It is at least this far above the text, in type sizes. */
const overText = 0.6;
/** It has at most this many characters. */
const longestHead = 100;

/** Returns the lines of the highest row of a page if it stands apart from the text. */
function findHighest({ lines, height }: PreparedPage): Line[] {
  const [first] = lines.toSorted((a, b) => a.baseline - b.baseline);
  if (!first || first.bottom > headEnd * height) return [];
  const row = lines.filter(line => isBeside(line, first)).sort((a, b) => a.left - b.left);
  const isApart = lines.every(line => row.includes(line) || line.top - first.bottom > overText * first.size);
  return isApart ? row : [];
}

/** Returns the numbers that a row begins and ends with. */
function readEnds(row: readonly Line[]): number[] {
  const words = row.flatMap(line => line.words);
  const text = row.map(line => joinWords(line.words)).join(' ');
  if (text.length > longestHead || !/\p{L}/u.test(text)) return [];
  return [words[0], words.at(-1)].flatMap(word =>
    word && /^\d{1,4}$/.test(word.text) ? Number(word.text) : [],
  );
}

/**
 * Finds the row over the text of a page that begins or ends with a number which counts pages with those of its neighbours, as a
 * head that names the chapter does.
 */
export function findCountedHead(page: PreparedPage, others: readonly PreparedPage[]): Line[] {
  const row = findHighest(page);
  const own = readEnds(row);
  const inOrder = others.filter(other =>
    readEnds(findHighest(other)).some(number =>
      own.some(value => number - value === other.number - page.number),
    ),
  );
  return inOrder.length >= minInOrder ? row : [];
}
