import { type Line, meanConfidence, type Word } from './page.ts';

/** The less a page reads as a whole, the surer a word and its line must be; pages from the first that fits. */
const grades = [
  { page: 75, word: 10, line: 30 },
  { page: 55, word: 40, line: 50 },
  { page: 0, word: 60, line: 60 },
];
/** Marks without a letter or digit are what specks and rules are taken for. */
const surerForMarks = 35;

/** Tells words more likely read than imagined, by how sure the page's words are on the whole. */
export function trusting(confidence: number): (word: Word, line: Line) => boolean {
  const grade = grades.find(({ page }) => confidence >= page) ?? grades.at(-1)!;
  return (word, line) => {
    const least = /[\p{L}\p{N}]/u.test(word.text) ? grade.word : grade.word + surerForMarks;
    return word.confidence >= least && (meanConfidence(line.words) ?? 0) >= grade.line;
  };
}
