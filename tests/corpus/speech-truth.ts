import type { Entry } from './index.ts';

/** The options for a row: words whose spelling matters are given as the prompt. */
export function speechOptions({ expected }: Entry): Record<string, unknown> {
  const word = hotwordOf(expected);
  return word === undefined ? {} : { prompt: word };
}

const hotwordOf = (expected: string): string | undefined => /hotword must contain (\S+)/.exec(expected)?.[1];

/** The number of letters allowed in a transcript without speech. */
const nearlyEmpty = 20;

/** Checks a transcript against a row without an exact reference. */
export function speechFault({ expected }: Entry, text: string): string | undefined {
  const word = hotwordOf(expected);
  if (word !== undefined && !text.includes(word)) return `${word} is not in "${text.trim()}"`;
  if (/^empty or near-empty/.test(expected) && text.trim().length > nearlyEmpty)
    return `invented "${text.trim().slice(0, 100)}"`;
  return undefined;
}

export interface WordErrors {
  wrong: number;
  words: number;
}

/** Counts missing, extra and wrong words for a row with an English reference. */
export function wordErrors({ expected }: Entry, text: string): WordErrors | undefined {
  const truth = /^truth[^:]*: (.*)$/s.exec(expected)?.[1];
  if (truth === undefined || /[^\p{ASCII}]/u.test(truth)) return undefined;
  const [reference, words] = [spoken(truth), spoken(text)];
  return { wrong: distance(reference, words), words: reference.length };
}

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const titles = new Map([
  ['mr', 'mister'],
  ['mrs', 'missus'],
  ['dr', 'doctor'],
  ['st', 'saint'],
]);

/** Normalises words: no case, punctuation or hyphens, numbers below a hundred and titles spelled out. */
const spoken = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter(word => word !== '')
    .flatMap(word => (/^\d{1,2}$/.test(word) ? spellNumber(Number(word)) : (titles.get(word) ?? word)));

const spellNumber = (number: number): string[] =>
  number < 20
    ? [units[number]!]
    : [tens[Math.floor(number / 10)]!, ...(number % 10 ? [units[number % 10]!] : [])];

/** The word edit distance. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = b.map((_, at) => at + 1);
  for (const [at, word] of a.entries()) {
    let [diagonal, left] = [at, at + 1];
    row = row.map((above, column) => {
      left = Math.min(above + 1, left + 1, diagonal + (b[column] === word ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? a.length;
}
