import type { Box } from '../../../documents/boxes.ts';
import type { Word as FoundWord } from '../../../engines/tesseract/engine.ts';
import { type Matrix, moveBox } from './matrix.ts';

/** A word, in pixels of the recognised image. */
export interface Word extends FoundWord {
  /** True for the document's own text, which a PDF output already shows. */
  own?: boolean;
}

export interface Line {
  words: Word[];
}

export interface Paragraph {
  lines: Line[];
}

export interface Block {
  paragraphs: Paragraph[];
}

export type Turn = 0 | 90 | 180 | 270;

/** The recognised content of a page. */
export interface ReadPage {
  /** The page number in the input, from 1. */
  number: number;
  /** Pixels, as the input shows the page. */
  width: number;
  height: number;
  dpi: number;
  /** Degrees by which the page must be turned clockwise to be upright. */
  turn: Turn;
  /** True if the text is the document's own, not recognised. */
  own: boolean;
  /** The text in pixels of the recognised image, which `toPage` transforms to pixels of the page. */
  blocks: Block[];
  toPage: Matrix;
  /**
   * 0 to 100, over all candidate words, dropped ones included, and over print that was not read; 0 if there
   * was none.
   */
  confidence: number;
  /** The number of words dropped for their low confidence. */
  dropped: number;
  /** True if the second recogniser was used. */
  readTwice: boolean;
}

export const listLines = (blocks: readonly Block[]): Line[] =>
  blocks.flatMap(block => block.paragraphs.flatMap(paragraph => paragraph.lines));

export const listWords = (blocks: readonly Block[]): Word[] => listLines(blocks).flatMap(line => line.words);

export const transformToPage = (page: ReadPage, word: Box): Box => moveBox(page.toPage, word);

/** Keeps the words that pass, and drops lines, paragraphs and blocks that become empty. */
export function keepWords(blocks: readonly Block[], passes: (word: Word, line: Line) => boolean): Block[] {
  return blocks
    .map(block => ({
      paragraphs: block.paragraphs
        .map(paragraph => ({
          lines: paragraph.lines
            .map(line => ({ words: line.words.filter(word => passes(word, line)) }))
            .filter(line => line.words.length > 0),
        }))
        .filter(paragraph => paragraph.lines.length > 0),
    }))
    .filter(block => block.paragraphs.length > 0);
}

/** Returns the mean confidence of words, weighted by length; undefined without words. */
export function meanConfidence(words: readonly Word[]): number | undefined {
  let [sum, count] = [0, 0];
  for (const { text, confidence } of words) {
    sum += confidence * text.length;
    count += text.length;
  }
  return count === 0 ? undefined : sum / count;
}
