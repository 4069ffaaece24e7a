import { alignedTables } from './aligned-tables.ts';
import { around, type Block, type Box, type Figure, type Page, type Word } from './page.ts';
import { readingOrder } from './reading-order.ts';
import { ruledTables } from './ruled-tables.ts';
import type { Table } from './table.ts';

/** What a page consists of, each at its place. */
export interface Piece extends Box {
  block?: Block;
  table?: Table;
  figure?: Figure;
}

/** The block without the words that a table has taken; undefined where nothing is left. */
function without(block: Block, taken: ReadonlySet<Word>): Block | undefined {
  const lines = block.lines.flatMap(line => {
    const words = line.words.filter(word => !taken.has(word));
    if (words.length === line.words.length) return [line];
    return words.length ? [{ ...around(words), words, text: words.map(word => word.text).join(' ') }] : [];
  });
  return lines.length ? { ...around(lines), lines } : undefined;
}

const wordsOf = (tables: readonly Table[]): Word[] =>
  tables.flatMap(table => table.rows.flatMap(row => row.flatMap(cell => cell.words)));

/** Blocks, tables and figures of a page in the order a reader takes them. */
export function piecesOf(page: Page, rules: readonly Box[], figures: readonly Figure[]): Piece[] {
  const words = page.blocks.flatMap(block => block.lines.flatMap(line => line.words));
  const ruled = ruledTables(rules, words);
  const inRuled = new Set(wordsOf(ruled));
  const open = words.filter(word => !inRuled.has(word));
  const tables = [...ruled, ...alignedTables(open, rules)];
  const taken = new Set(wordsOf(tables));
  const blocks = taken.size ? page.blocks.flatMap(block => without(block, taken) ?? []) : page.blocks;
  return readingOrder<Piece>([
    ...blocks.map(block => ({ ...around([block]), block })),
    ...tables.map(table => ({ ...around([table]), table })),
    ...figures.map(figure => ({ ...around([figure]), figure })),
  ]);
}
