import { around, type Box, holdsMiddle, sharedX } from '../boxes.ts';
import type { Tag } from '../source.ts';
import { type Place, type Placed, type PlacedRow, placeInOrder, placeRowsBy } from '../tables/place-rows.ts';
import type { Cell, Table } from '../tables/table.ts';
import type { Word } from './page.ts';

/** Tables for layout, such as those of newsletters, have longer cells than this on average, in words. */
const wordyCells = 40;
/** The share of the words in a table's area that may belong to something else, and of the neighbours that may be in another order. */
const maxForeign = 0.1;
const maxMisplaced = 0.05;
const maxColumns = 50;
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

const countColumns = (rows: readonly PlacedRow[]): number =>
  Math.max(
    ...rows.flatMap(({ placed, taken }) => [
      ...placed.map(({ cell, column }) => column + cell.columns),
      ...[...taken].map(column => column + 1),
    ]),
  );

const isComplete = ({ placed, taken }: PlacedRow, width: number): boolean =>
  placed.reduce((sum, { cell }) => sum + cell.columns, taken.size) === width;

/** Finds where the columns are on the page, by the cells of complete rows. */
function locateColumns(rows: readonly PlacedRow[], width: number): (Box | undefined)[] {
  const cells = rows.filter(row => isComplete(row, width)).flatMap(({ placed }) => placed);
  return Array.from({ length: width }, (_, at) => {
    const words = cells
      .filter(({ cell, column }) => column === at && cell.columns === 1)
      .flatMap(({ cell }) => cell.words);
    return words.length > 0 ? around(words) : undefined;
  });
}

/**
 * Places the cells of a row where they stand on the page. Empty cells are often missing from the structure tree, so that others
 * come too early.
 */
const placeByColumns =
  (columns: readonly (Box | undefined)[]): Place =>
  (cells, taken) => {
    const measureDistance = (cell: Cell, at: number): number => {
      const under = columns.slice(at, at + cell.columns).flatMap(box => box ?? []);
      if (cell.words.length === 0 || under.length === 0) return 0;
      return Math.max(0, -sharedX(around(cell.words), around(under)));
    };
    // The least distance of the cells from one on, if they are placed from one column on, and the column of the first of them.
    const known = new Map<string, { distance: number; column: number }>();
    const findBest = (cell: number, from: number): { distance: number; column: number } => {
      if (cell === cells.length) return { distance: 0, column: from };
      const key = `${cell} ${from}`;
      const before = known.get(key);
      if (before) return before;
      let best = { distance: Infinity, column: from };
      const { columns: span } = cells[cell]!;
      for (let column = from; column + span <= columns.length; column++) {
        if (Array.from({ length: span }, (_, across) => column + across).some(each => taken.has(each)))
          continue;
        const distance = measureDistance(cells[cell]!, column) + findBest(cell + 1, column + span).distance;
        if (distance < best.distance) best = { distance, column };
      }
      known.set(key, best);
      return best;
    };
    let from = 0;
    return cells.map((cell, at) => {
      const { column } = findBest(at, from);
      from = column + cell.columns;
      return column;
    });
  };

/** Fills the places that no cell has with empty cells. */
function fillRow({ placed, taken }: PlacedRow, width: number): Placed[] {
  const used = new Set(taken);
  for (const { cell, column } of placed)
    for (let across = 0; across < cell.columns; across++) used.add(column + across);
  const empty = Array.from({ length: width }, (_, column) => column)
    .filter(column => !used.has(column))
    .map((column): Placed => ({ cell: { words: [], columns: 1, rows: 1 }, column }));
  return [...placed, ...empty].sort((a, b) => a.column - b.column);
}

/** Places the cells of a table in a grid without gaps. */
function placeCells(rows: readonly Cell[][]): Placed[][] {
  const inOrder = placeRowsBy(rows, placeInOrder);
  const width = countColumns(inOrder);
  if (width > maxColumns) return [];
  const isWhole = inOrder.every(row => isComplete(row, width));
  const placed = isWhole ? inOrder : placeRowsBy(rows, placeByColumns(locateColumns(inOrder, width)));
  return placed.map(row => fillRow(row, width));
}

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

function readTable(tag: Tag, words: readonly Word[], byMark: ReadonlyMap<number, Word[]>): Table | undefined {
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
  const own = rows.flatMap(row => row.flatMap(cell => cell.words as Word[]));
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
export function findTaggedTables(tags: readonly Tag[], words: readonly Word[]): Table[] {
  const tables = listTables(tags);
  if (tables.length === 0) return [];
  const byMark = new Map<number, Word[]>();
  for (const word of words) {
    const { mark } = word.style;
    if (mark === undefined) continue;
    const known = byMark.get(mark);
    if (known) known.push(word);
    else byMark.set(mark, [word]);
  }
  return tables.flatMap(tag => readTable(tag, words, byMark) ?? []);
}
