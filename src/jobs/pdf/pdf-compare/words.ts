import { JobFailure } from '../../../contract/failure.ts';
import { preparePage } from '../../../documents/layout/characters/prepare.ts';
import { judgePages } from '../../../documents/read.ts';
import { listWordLines, type ShownWord } from '../../../documents/words.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { type DocumentWord, WordList } from './word-list.ts';

export interface DocumentWords {
  words: WordList;
  /** Running heads and other lines outside of the content, each once. */
  heads: DocumentWord[][];
  /** Numbers of words on each page. */
  counts: number[];
  /** The heights of the pages. */
  heights: number[];
}

/** Words of one document at most: that is about three thousand pages of a book. */
const maxWords = 1_500_000;

/** Scripts that are written without spaces, whose lines break anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const parts = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Signs that mark items of a list: each program and font has its own. */
const bullet = /^[\u2022\u2023\u25e6\u25aa\u25ab\u25cf\u25cb\u25a0\u25a1\u2043\u2219\u00b7\ue000-\uf8ff]+$/;
const brokenWord = /\p{L}[-\u2010\u00ad]$/u;
const goesOn = /^\p{L}/u;

/** Reads all words of a document in reading order. */
export async function readWords(
  document: PdfiumDocument,
  progress: (pages: number) => void,
): Promise<DocumentWords> {
  const words = new WordList();
  const counts: number[] = [];
  const heights: number[] = [];
  const heads = new Heads();
  let lastHead = '';
  const pages = function* () {
    for (let index = 0; index < document.pageCount; index++) {
      yield preparePage(document.read(index));
      progress(index + 1);
    }
  };
  for await (const { page, furniture } of judgePages(pages())) {
    const lines = listWordLines(page, furniture);
    const index = page.number - 1;
    const known = words.length;
    // The head of a table is repeated where the table continues on the next page.
    const isRepeated = lines.firstHead.length > 0 && lines.firstHead.join('\n') === lastHead;
    for (const line of lines.content.slice(isRepeated ? lines.firstHead.length : 0))
      addLine(words, line, index);
    lastHead = lines.lastHead.join('\n');
    for (const line of lines.furniture) heads.add(line, index);
    counts[index] = words.length - known;
    heights[index] = page.height;
    if (words.length > maxWords) throw new JobFailure('limit_exceeded', `more than ${maxWords} words`);
  }
  return { words, heads: heads.list(), counts, heights };
}

function addLine(words: WordList, line: readonly ShownWord[], page: number): void {
  const shown = line.filter(({ text }, at) => at > 0 || !bullet.test(text));
  for (const [at, word] of shown.entries()) {
    const last = at === 0 ? words.readText(-1) : undefined;
    if (last !== undefined && brokenWord.test(last) && goesOn.test(word.text))
      words.extendLast(`${last.slice(0, -1)}\u00ad${word.text}`, { page, box: word.box });
    else for (const part of splitWord(word, page, at === 0 ? 'line' : 'space')) words.push(part);
  }
}

/** Splits text without spaces into its characters, and shares the box among them. */
function splitWord({ text, box }: ShownWord, page: number, before: DocumentWord['before']): DocumentWord[] {
  if (!unspaced.test(text)) return [{ text, before, places: [{ page, box }] }];
  const letters = Array.from(parts.segment(text), ({ segment }) => segment);
  const width = (box.right - box.left) / letters.length;
  return letters.map((letter, at) => {
    const left = box.left + at * width;
    const own = { ...box, left, right: left + width };
    return { text: letter, before: at === 0 ? before : 'none', places: [{ page, box: own }] };
  });
}

/** Lines outside of the content. Those that differ in numbers alone, as of pages, count as one without these numbers. */
class Heads {
  readonly #groups = new Map<string, { line: DocumentWord[]; isConstant: boolean[] }>();

  add(shown: readonly ShownWord[], page: number): void {
    const line = shown.map(({ text, box }, at): DocumentWord => {
      return { text, before: at === 0 ? 'line' : 'space', places: [{ page, box }] };
    });
    const key = line.map(({ text }) => text.replaceAll(/\d+|\b[ivxlc]+\b/gi, '#')).join(' ');
    const group = this.#groups.get(key);
    if (!group) {
      // A line that consists of one number counts pages.
      const isConstant = line.map(() => !/^[#\W]*$/.test(key));
      this.#groups.set(key, { line, isConstant });
      return;
    }
    for (const [at, { text }] of group.line.entries())
      if (line[at]?.text !== text) group.isConstant[at] = false;
  }

  list(): DocumentWord[][] {
    return [...this.#groups.values()]
      .map(({ line, isConstant }) => line.filter((_, at) => isConstant[at]))
      .filter(line => line.length > 0);
  }
}
