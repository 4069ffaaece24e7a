import type { Word } from './page.ts';

/** The mark before an item of a list. */
export interface ListMark {
  ordered: boolean;
  /** The mark as it is written: `3.`, `(b)`, `•`. */
  text: string;
  value: number;
  /** Words of the line that belong to the mark. */
  words: number;
  left: number;
  /** The position of the words after it. */
  textLeft: number;
}

const bullets = '•‣▪●◦∙·–—*■○◆❖►➢➤✓✔➔▶\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf06e-';
const bullet = new RegExp(`^[${bullets}]$`, 'u');
const counted = /^\(?(?:(\d{1,3})|([ivx]{1,5})|([a-zA-Z]))[.)]$/;
/** The least gap between a mark and its item, in type sizes: wider than between words. */
const room = 0.32;

const digits: Record<string, number> = { i: 1, v: 5, x: 10 };

const readRoman = (text: string): number =>
  [...text].reduce((sum, letter, at) => {
    const [own, next] = [digits[letter] ?? 0, digits[text[at + 1] ?? ''] ?? 0];
    return sum + (own < next ? -own : own);
  }, 0);

/** The number of a clause in a contract or a section of a law. */
const clause = /^\d{1,2}(?:\.\d{1,2}){1,3}\.?$/;

/** Returns true if a text is the number of a clause. */
export const isClauseNumber = (text: string): boolean => clause.test(text);

/** Returns true if a text by itself is a mark. */
export const isLoneMark = (text: string): boolean =>
  bullet.test(text) || text === 'o' || counted.test(text) || clause.test(text);

/**
 * Finds the mark at the beginning of a line. A single letter must be separated like a mark, because words
 * begin with letters too.
 */
export function findMark(words: readonly Word[]): ListMark | undefined {
  const [first, second] = words;
  // A row of signs parts two texts.
  if (!first || !second || bullet.test(second.text)) return undefined;
  // A number and its stop are sometimes two words that touch.
  if (second.glued && /^[.)]$/.test(second.text) && words[2]) {
    const joined = { ...first, text: first.text + second.text, right: second.right };
    const mark = findMark([joined, words[2]]);
    return mark && { ...mark, words: 2 };
  }
  if (second.glued && !bullet.test(first.text)) return undefined;
  const place = { text: first.text, words: 1, left: first.left, textLeft: second.left };
  const isApart = second.left - first.right > room * first.style.size;
  if (
    bullet.test(first.text) ||
    (/^[oO§]$/.test(first.text) && isApart && first.style.font !== second.style.font)
  ) {
    const isDash = /^[-–—*]$/.test(first.text);
    return isDash && !isApart && second.left - first.right < 0.15 * first.style.size
      ? undefined
      : { ordered: false, value: 0, ...place };
  }
  const [, number, numeral, letter] = counted.exec(first.text) ?? [];
  if (number) return { ordered: true, value: Number(number), ...place };
  // A single letter after another is an abbreviation, such as "i. e.".
  const isItem = /^(?:[a-z]|[ivx]{2,5})\.$/.test(first.text) && /^\p{L}{2}/u.test(second.text);
  if (!isApart && !isItem && !first.text.endsWith(')')) return undefined;
  if (numeral) return { ordered: true, value: readRoman(numeral), ...place };
  if (letter) return { ordered: true, value: letter.toLowerCase().charCodeAt(0) - 96, ...place };
  return undefined;
}
