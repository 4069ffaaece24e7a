import type { DocumentWord } from './word-list.ts';

/** Differences that do not count as changes. */
export type Ignored = 'whitespace' | 'case' | 'numbers';

const quotes: Record<string, string> = { '‘': "'", '’': "'", '‚': "'", '“': '"', '”': '"', '„': '"' };
const hyphens = /[\u2010\u2011]/g;

/** Returns the letters of a word as they are compared. Forms that depend on the font or the program are made equal. */
export function plainLetters(text: string, ignored: ReadonlySet<Ignored>): string {
  let plain = text
    .normalize('NFKC')
    .replaceAll(/[‘’‚“”„]/g, sign => quotes[sign]!)
    .replaceAll(hyphens, '-')
    .replaceAll(/[\u200b-\u200f\u2060-\u2064\ufeff]|\p{Variation_Selector}/gu, '');
  if (ignored.has('case')) plain = plain.toLowerCase();
  if (ignored.has('numbers')) plain = plain.replaceAll(/\p{N}+(?:[.,'\u00a0]\p{N}+)*/gu, '0');
  return plain;
}

/** One letter, and the space before it. */
interface Letter {
  text: string;
  before: DocumentWord['before'];
}

function listLetters(words: readonly DocumentWord[], ignored: ReadonlySet<Ignored>): Letter[] {
  return words.flatMap(({ text, before }) =>
    Array.from(plainLetters(text, ignored), (letter, at) => ({ text: letter, before: at ? 'none' : before })),
  );
}

/**
 * Returns true if two lists of words read the same: a line may end anywhere, and its hyphen may belong to the word or not. Other
 * spaces count unless they are ignored.
 */
export function readSame(
  old: readonly DocumentWord[],
  now: readonly DocumentWord[],
  ignored: ReadonlySet<Ignored>,
): boolean {
  const [a, b] = [listLetters(old, ignored), listLetters(now, ignored)];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]];
    // A soft hyphen stands for a hyphen or for nothing.
    if (one?.text === '\u00ad') {
      i++;
      if (other?.text === '-' || other?.text === '\u00ad') j++;
    } else if (other?.text === '\u00ad') {
      j++;
      if (one?.text === '-') i++;
    } else {
      if (!one || !other || one.text !== other.text) return false;
      const isApart = i > 0 && j > 0 && one.before !== other.before;
      if (isApart && one.before !== 'line' && other.before !== 'line' && !ignored.has('whitespace'))
        return false;
      i++;
      j++;
    }
  }
  return true;
}
