import type { Box } from './boxes.ts';

/** Gaps that differ by less than this, in heights of the words, are equal. */
const alike = 0.06;
const minGaps = 3;
/** Two gaps are enough if they are the only ones of their line and differ by less than this. */
const exactlyAlike = 0.03;
/** A wider gap than this, in heights of the words, is no space of a justified line. */
const widest = 2.2;

/** Chinese and Japanese have no spaces between words, so that gaps between words of several letters are those of columns. */
const unspaced = /^(?=..)[\p{Nd}\p{P}]*[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Returns true if a line has three words that stand exactly as far apart. */
function isWholeLine(words: readonly (Box & { text: string })[], run: readonly Box[]): boolean {
  const [first, second, third] = words;
  if (!first || !second || !third || words.length > 3 || run.length < 2) return false;
  const difference = second.left - first.right - (third.left - second.right);
  return Math.abs(difference) < exactlyAlike * (first.bottom - first.top);
}

/**
 * Finds the words of a line whose gap before them is as wide as those of the neighbouring words. A justified
 * line has such gaps, however wide; columns of words hardly ever have.
 */
export function findEvenlySpaced<W extends Box & { text: string }>(words: readonly W[]): Set<W> {
  const even = new Set<W>();
  let run: W[] = [];
  let usual = 0;
  const close = () => {
    if (run.length >= minGaps || isWholeLine(words, run)) for (const word of run) even.add(word);
    run = [];
  };
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    if (!before) continue;
    const gap = word.left - before.right;
    const height = word.bottom - word.top;
    const isText = [before, word].every(({ text }) => /\p{L}/u.test(text) && !unspaced.test(text));
    const isSpace = isText && gap > 0 && gap < widest * height;
    if (!isSpace || Math.abs(gap - usual) > alike * height) close();
    if (run.length === 0) usual = gap;
    if (isSpace) run.push(word);
  }
  close();
  return even;
}
