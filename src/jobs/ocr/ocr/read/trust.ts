import { type Line, meanConfidence, type Word } from '../page.ts';

/**
 * The minimum confidence of a word and its line, which is higher the worse the page reads as a whole. The
 * first matching row counts.
 */
const grades = [
  { page: 65, word: 0, line: 35 },
  { page: 45, word: 40, line: 50 },
];
const lowestGrade = { word: 60, line: 60 };
/** The confidence added for short words: specks are taken for one or two letters. */
const surerForShort = 20;
/** The minimum confidence in other scripts, whose models are right while far less confident. */
const otherScripts = { word: 0, line: 10 };
/** The confidence added for words without a letter or digit: specks and rules are taken for them. */
const surerForMarks = 35;

/**
 * Returns a test for words that are more likely read than invented, based on the confidence of the whole
 * page.
 */
export function makeTrustTest(words: readonly Word[]): (word: Word, line: Line) => boolean {
  const confidence = meanConfidence(words) ?? 0;
  const otherScript = areInOtherScript(words);
  const grade = otherScript ? otherScripts : (grades.find(({ page }) => confidence >= page) ?? lowestGrade);
  return (word, line) => {
    const least =
      Math.max(word.text.length < 3 && !otherScript ? surerForShort : 0, grade.word) +
      (isMark(word) ? surerForMarks : 0);
    return word.confidence >= least && (meanConfidence(line.words) ?? 0) >= grade.line;
  };
}

const isMark = ({ text }: Word): boolean => !/[\p{L}\p{N}]/u.test(text);

function areInOtherScript(words: readonly Word[]): boolean {
  const letters = words.map(({ text }) => text.replace(/[^\p{L}]/gu, '')).join('');
  return (
    letters.replace(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/gu, '').length * 2 > letters.length
  );
}
