import { type Line, meanConfidence, type Word } from './page.ts';

const leastWord = 25;
const leastLine = 40;
/** Marks without a letter or digit are what specks and rules are taken for. */
const leastMark = 60;

/** Whether a word is more likely read than imagined. */
export function trustworthy(word: Word, line: Line): boolean {
  if (word.confidence < leastWord) return false;
  if (!/[\p{L}\p{N}]/u.test(word.text) && word.confidence < leastMark) return false;
  return (meanConfidence(line.words) ?? 0) >= leastLine;
}
