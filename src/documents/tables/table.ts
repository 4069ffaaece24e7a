import type { Filled } from '../../lists.ts';
import type { Box } from '../boxes.ts';

/** A word as far as tables are concerned. */
export interface TableWord extends Box {
  text: string;
  style?: { bold: boolean; mono: boolean; typed?: true; colour?: number; mark?: number };
}

export interface Cell {
  words: TableWord[];
  columns: number;
  rows: number;
}
/** A table on a page, row by row. A cell that spans several columns or rows is listed where it begins. */
export interface Table extends Box {
  rows: Cell[][];
  /** The number of rows that name the columns, if the document says so. */
  headerRows?: number;
}

/** Returns true if a small word stands raised right beside another one. */
function isScriptOf(small: TableWord, word: TableWord): boolean {
  const middle = (small.top + small.bottom) / 2;
  const height = word.bottom - word.top;
  const gap = Math.max(word.left - small.right, small.left - word.right);
  return (
    small.bottom - small.top < 0.8 * height &&
    middle > word.top - 0.1 * height &&
    middle < word.bottom &&
    gap < 0.2 * height
  );
}

/** Splits words into lines, each from left to right. */
export function splitLines(words: readonly TableWord[]): Filled<TableWord>[] {
  const lines: Filled<TableWord>[] = [];
  for (const word of [...words].sort((a, b) => a.top + a.bottom - b.top - b.bottom)) {
    const middle = (word.top + word.bottom) / 2;
    const line = lines.find(each =>
      each.some(other => (other.top < middle && other.bottom > middle) || isScriptOf(other, word)),
    );
    if (line) line.push(word);
    else lines.push([word]);
  }
  for (const line of lines) line.sort((a, b) => a.left - b.left);
  return lines;
}
