import type { Box } from '../boxes.ts';
import type { Style } from '../source.ts';

export type Direction = 'ltr' | 'rtl';

/** Adjacent characters in one style. */
export interface Word extends Box {
  text: string;
  style: Style;
  baseline: number;
  /** Whether it follows the word before it without a space, because the style changes within a word. */
  glued: boolean;
  link?: string;
  /** Whether dots lead to it from the left, as to a page number. */
  led?: true;
  /** 0 to 100, of a word that was recognised in a picture. */
  confidence?: number;
}

/** Words on one baseline, without a wide gap between them. */
export interface Line extends Box {
  /** Whether it is a line number of the page. */
  isNumber?: true;
  words: Word[];
  baseline: number;
  /** The size that most of its letters have. */
  size: number;
  direction?: Direction;
  /** A displayed formula as LaTeX. */
  latex?: string;
  /** Whether the parts of the formula stand above one another, so that its words in a row do not say what it means. */
  isStacked?: true;
}

/** An element with a position on the page: a line of text, a table, a figure. */
export interface Placed extends Box {
  line?: Line;
}

/** The mark of a note, which is raised by at least this share of the type size. */
export const noteMark = /^(?:\d{1,3}|[*†‡§¶]+)$/;
export const minRaise = 0.2;

/**
 * Joins words with the spaces between them. Joining a list makes one string that keeps none of its parts in
 * memory.
 */
export const joinWords = (words: readonly Word[]): string =>
  words.flatMap((word, at) => (at === 0 || word.glued ? [word.text] : [' ', word.text])).join('');

/** Returns true if a word has letters: figures and signs stand in tables as much as in text. */
export const isProse = ({ text }: Word): boolean => /\p{L}{2}/u.test(text);

export const countLetters = (words: readonly Word[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);

/** Returns the share of letters in words that pass a test. */
export function measureShare(words: readonly Word[], passes: (word: Word) => boolean): number {
  const all = countLetters(words);
  return all === 0 ? 0 : countLetters(words.filter(passes)) / all;
}

/** Returns true if a text is set in capitals. */
export function isUpperCase(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const upper = text.match(/\p{Lu}/gu) ?? [];
  return letters.length >= 4 && upper.length >= 0.9 * letters.length;
}
