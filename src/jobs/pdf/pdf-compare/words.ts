import { JobFailure } from '../../../contract/failure.ts';
import type { Box } from '../../../documents/boxes.ts';
import { preparePage } from '../../../documents/layout/characters/prepare.ts';
import { judgePages } from '../../../documents/read.ts';
import { listWordLines, type ShownWord } from '../../../documents/words.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';

/** A part of a page (from 0) that a word stands on. */
export interface Place {
  page: number;
  box: Box;
}

/** A word of a document. Most are one; a word that is hyphenated at a line's end has two places. */
export interface DocumentWord {
  /** Its letters. A soft hyphen marks the place where a line ended within it, which may have been after a true hyphen. */
  text: string;
  places: Place[];
  /** The space before it: none within a line, a space, or the end of a line, where nobody can tell. */
  before: 'none' | 'space' | 'line';
}

export interface DocumentWords {
  words: DocumentWord[];
  /** Running heads and other lines outside of the content, each once. */
  heads: DocumentWord[][];
  /** Numbers of words on each page. */
  counts: number[];
}

/** Words of one document at most: that is about three thousand pages of a book. */
const mostWords = 1_500_000;

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
  const words: DocumentWord[] = [];
  const counts: number[] = [];
  const heads = new Heads();
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
    for (const line of lines.content) addLine(words, line, index);
    for (const line of lines.furniture) heads.add(line, index);
    counts[index] = words.length - known;
    if (words.length > mostWords) throw new JobFailure('limit_exceeded', `more than ${mostWords} words`);
  }
  return { words, heads: heads.list(), counts };
}

function addLine(words: DocumentWord[], line: readonly ShownWord[], page: number): void {
  const shown = line.filter(({ text }, at) => at > 0 || !bullet.test(text));
  for (const [at, word] of shown.entries()) {
    const last = words.at(-1);
    const place = { page, box: word.box };
    if (at === 0 && last && brokenWord.test(last.text) && goesOn.test(word.text)) {
      last.text = `${last.text.slice(0, -1)}\u00ad${word.text}`;
      last.places.push(place);
    } else words.push(...splitWord(word, page, at === 0 ? 'line' : 'space'));
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
