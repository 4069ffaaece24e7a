import { around, type Box, holdsMiddle } from '../../boxes.ts';
import type { Tag } from '../../source.ts';
import type { Placed } from '../place-rows.ts';
import type { Cell, Table, TableWord } from '../table.ts';
import { placeCells } from './grid.ts';

/** Tables for layout, such as those of newsletters, have longer cells than this on average, in words. */
const wordyCells = 40;
/** The share of the words in a table's area that may belong to something else, and of the neighbours that may be in another order. */
const maxForeign = 0.1;
const maxMisplaced = 0.05;
/** A table that has one row on a page has at least this many cells. */
const minAlone = 3;

const isCell = ({ type }: Tag): boolean => type === 'TD' || type === 'TH';
const holdsTable = (tag: Tag): boolean =>
  tag.children.some(child => child.type === 'Table' || holdsTable(child));

/** Lists the innermost tables of the structure tree. */
const listTables = (tags: readonly Tag[]): Tag[] =>
  tags.flatMap(tag => (tag.type === 'Table' && !holdsTable(tag) ? [tag] : listTables(tag.children)));

/** Lists the rows of a table, which may be grouped as head, body and foot. */
const listRows = (tag: Tag): Tag[] =>
  tag.children.flatMap(child => (child.type === 'TR' ? [child] : listRows(child)));

const listMarks = (tag: Tag): number[] => [...tag.marks, ...tag.children.flatMap(listMarks)];

/** Lists the marks of all content in tables. */
export const listTableMarks = (tags: readonly Tag[]): Set<number> =>
  new Set(listTables(tags).flatMap(listMarks));

/** Returns the share of neighbours, in rows and in columns, that do not follow one another on the page. */
function measureMisplaced(rows: readonly Placed[][]): number {
  let [neighbours, misplaced] = [0, 0];
  const above = new Map<number, Box>();
  for (const row of rows) {
    let before: Box | undefined;
    for (const { cell, column } of row) {
      if (cell.words.length === 0) continue;
      const box = around(cell.words);
      const upper = above.get(column);
      if (before) {
        neighbours++;
        if (box.left + box.right <= before.left + before.right) misplaced++;
      }
      if (upper) {
        neighbours++;
        if (box.top + box.bottom <= upper.top + upper.bottom) misplaced++;
      }
      before = box;
      above.set(column, box);
    }
  }
  return neighbours === 0 ? 1 : misplaced / neighbours;
}

function readTable(
  tag: Tag,
  words: readonly TableWord[],
  byMark: ReadonlyMap<number | undefined, TableWord[]>,
): Table | undefined {
  const tags = listRows(tag)
    .map(row => row.children.filter(isCell))
    .filter(cells => cells.some(cell => listMarks(cell).length > 0));
  const rows = tags.map(cells =>
    cells.map(
      (cell): Cell => ({
        words: listMarks(cell).flatMap(mark => byMark.get(mark) ?? []),
        columns: cell.colSpan ?? 1,
        rows: cell.rowSpan ?? 1,
      }),
    ),
  );
  const own = rows.flat().flatMap(cell => cell.words);
  const filled = rows.flat().filter(cell => cell.words.length > 0);
  if (
    (rows.length < 2 && filled.length < minAlone) ||
    own.length > wordyCells * filled.length ||
    own.length === 0
  )
    return undefined;
  const placed = placeCells(rows);
  const width = Math.max(0, ...(placed[0]?.map(({ cell, column }) => column + cell.columns) ?? []));
  if (width < 2 || measureMisplaced(placed) > maxMisplaced) return undefined;
  const box = around(own);
  const inside = words.filter(word => holdsMiddle(box, word));
  if (inside.length - own.length > maxForeign * own.length) return undefined;
  const body = tags.findIndex(cells => !cells.every(({ type }) => type === 'TH'));
  return {
    ...box,
    rows: placed.map(row => row.map(({ cell }) => cell)),
    ...(body > 0 && { headerRows: body }),
  };
}

/**
 * Finds tables by the structure tree of a tagged page. A table whose cells are not in rows and columns on the page, or have other text
 * among them, is left to be found by its looks.
 */
export function findTaggedTables(tags: readonly Tag[], words: readonly TableWord[]): Table[] {
  const tables = listTables(tags);
  if (tables.length === 0) return [];
  const byMark = Map.groupBy(words, word => word.style?.mark);
  return tables.flatMap(tag => readTable(tag, words, byMark) ?? []);
}
