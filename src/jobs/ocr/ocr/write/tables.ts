import { around } from '../../../../documents/boxes.ts';
import { findAlignedTables } from '../../../../documents/tables/aligned/aligned.ts';
import { splitLines, type TableWord } from '../../../../documents/tables/table.ts';
import { type Block, keepWords, listLines, listWords, type ReadPage, type Word } from '../page.ts';

/** A recognised table: its top edge on the page and the texts of its cells. */
export interface ReadTable {
  top: number;
  rows: string[][];
}

/** A word in points, and the recognised word it was made from. */
interface Placed extends TableWord {
  word: Word;
}

/**
 * Finds the tables among the words of a page by their alignment, and returns the blocks without those words.
 */
export function takeTables({ blocks, dpi }: ReadPage): { tables: ReadTable[]; blocks: Block[] } {
  const pixels = dpi / 72;
  const words = listWords(blocks).map(
    (word): Placed => ({
      text: word.text,
      word,
      left: word.left / pixels,
      top: word.top / pixels,
      right: word.right / pixels,
      bottom: word.bottom / pixels,
    }),
  );
  const lineOf = new Map(listLines(blocks).flatMap(line => line.words.map(word => [word, line] as const)));
  const found = findAlignedTables(words, []).filter(({ rows }) => {
    // Columns of running text are side by side too, but are not read across.
    const across = rows.filter(row => {
      const lines = row.map(cell => cell.words.map(each => lineOf.get((each as Placed).word)));
      return lines.some((cell, at) => cell.some(line => lines[at + 1]?.includes(line)));
    });
    return across.length * 2 >= rows.length;
  });
  if (found.length === 0) return { tables: [], blocks };
  const taken = new Set<Word>();
  const tables = found.map(({ rows, top }) => {
    for (const row of rows)
      for (const cell of row) for (const each of cell.words) taken.add((each as Placed).word);
    const textOf = (cell: (typeof rows)[number][number]) =>
      splitLines(cell.words)
        .map(line => line.map(({ text }) => text).join(' '))
        .join(' ');
    return { top: top * pixels, rows: rows.map(row => row.map(textOf)) };
  });
  return { tables, blocks: keepWords(blocks, word => !taken.has(word)) };
}

/** Returns the top edge of a block. */
export const getTop = (block: Block): number => around(listWords([block])).top;
