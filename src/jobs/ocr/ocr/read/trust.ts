import { type Line, meanConfidence, type Word } from '../page.ts';

/** The less a page reads as a whole, the surer a word and its line must be; pages from the first that fits. */
const grades = [
  { page: 65, word: 0, line: 35 },
  { page: 45, word: 40, line: 50 },
];
const lowestGrade = { word: 60, line: 60 };
/** Specks are taken for one or two letters at most. */
const surerForShort = 20;
/** Models of other scripts are as right while far less sure. */
const otherScripts = { word: 0, line: 10 };
/** Marks without a letter or digit are what specks and rules are taken for. */
const surerForMarks = 35;

/** Tells words more likely read than imagined, by how sure the page's words are on the whole. */
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
