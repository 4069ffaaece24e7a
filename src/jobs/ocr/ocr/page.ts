import type { Word as FoundWord } from '../../../engines/tesseract/engine.ts';
import { type Box, type Matrix, moveBox } from './matrix.ts';

/** A word, in pixels of the image that was recognised. */
export interface Word extends FoundWord {
  /** The document's own text, which a PDF made of it shows already. */
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

/** What was read of a page. */
export interface ReadPage {
  /** From 1, in the input. */
  number: number;
  /** In pixels, as the input shows it. */
  width: number;
  height: number;
  dpi: number;
  /** Degrees the page has to be turned clockwise to stand upright. */
  turn: Turn;
  /** The document's own text, not recognised. */
  own: boolean;
  /** In pixels of the image that was recognised, which `toPage` brings back to the page. */
  blocks: Block[];
  toPage: Matrix;
  /** 0 to 100, of all that was taken for words, also those not kept, and of print not read; 0 where there was none. */
  confidence: number;
  /** Words not good enough to be told. */
  dropped: number;
  /** A second reader was asked. */
  readTwice: boolean;
}

export const listLines = (blocks: readonly Block[]): Line[] =>
  blocks.flatMap(block => block.paragraphs.flatMap(paragraph => paragraph.lines));

export const listWords = (blocks: readonly Block[]): Word[] => listLines(blocks).flatMap(line => line.words);

export const boxOf = (page: ReadPage, word: Box): Box => moveBox(page.toPage, word);

/** A box around boxes. */
export const findBoxAround = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

/** Keeps the words that pass, and no line, paragraph or block that is left without any. */
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

/** The mean certainty of words, each counted by its length; undefined without words. */
export function meanConfidence(words: readonly Word[]): number | undefined {
  let [sum, count] = [0, 0];
  for (const { text, confidence } of words) {
    sum += confidence * text.length;
    count += text.length;
  }
  return count === 0 ? undefined : sum / count;
}
