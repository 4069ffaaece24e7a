import { type Line, meanConfidence, type Word } from './page.ts';

/** The less a page reads as a whole, the surer a word and its line must be; pages from the first that fits. */
const grades = [
  { page: 65, word: 20, line: 35 },
  { page: 45, word: 40, line: 50 },
  { page: 0, word: 60, line: 60 },
];
/** Models of other scripts are as right while far less sure. */
const otherScripts = { word: 0, line: 10 };
/** Marks without a letter or digit are what specks and rules are taken for. */
const surerForMarks = 35;

/** Tells words more likely read than imagined, by how sure the page's words are on the whole. */
export function trusting(words: readonly Word[]): (word: Word, line: Line) => boolean {
  const confidence = meanConfidence(words) ?? 0;
  const grade = inOtherScript(words) ? otherScripts : grades.find(({ page }) => confidence >= page)!;
  return (word, line) => {
    const least = /[\p{L}\p{N}]/u.test(word.text) ? grade.word : grade.word + surerForMarks;
    return word.confidence >= least && (meanConfidence(line.words) ?? 0) >= grade.line;
  };
}

function inOtherScript(words: readonly Word[]): boolean {
  const letters = words.map(({ text }) => text.replace(/[^\p{L}]/gu, '')).join('');
  return (
    letters.replace(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/gu, '').length * 2 > letters.length
  );
}
