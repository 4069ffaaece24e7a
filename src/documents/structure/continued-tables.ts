import { zip } from '../../lists.ts';
import type { Hyphens } from '../layout/hyphens.ts';
import { continueRuns } from '../layout/runs.ts';
import { type Block, isFurniture, plainText, type TableBlock, type TableCell } from '../model.ts';

/** Tables whose sides differ by less than this, in points, are parts of one table. */
const sameSide = 12;

const countCells = (row: readonly TableCell[]): number => row.reduce((sum, cell) => sum + cell.columns, 0);

const countColumns = ({ rows }: TableBlock): number => Math.max(0, ...rows.map(countCells));

const makeKey = (row: readonly TableCell[]): string =>
  row.map(({ runs }) => plainText(runs).replace(/\s+/g, ' ').trim().toLowerCase()).join('|');

/**
 * Counts the header rows that are repeated at the top of the next part. A repeated first row counts as a
 * header row, too.
 */
function countRepeated(table: TableBlock, next: TableBlock): number {
  const head = table.rows.slice(0, Math.max(1, table.headerRows));
  return head.every((row, at) => next.rows[at] && makeKey(row) === makeKey(next.rows[at])) ? head.length : 0;
}

/** Returns true if a table continues at the top of the next page: as many columns, at the same place across the page. */
function goesOn(table: TableBlock, next: TableBlock): boolean {
  const [before, after] = [table.places.at(-1), next.places[0]];
  if (!before || !after || after.page !== before.page + 1 || countColumns(table) !== countColumns(next))
    return false;
  const isSameWidth =
    Math.abs(before.box.left - after.box.left) < sameSide &&
    Math.abs(before.box.right - after.box.right) < sameSide;
  return countRepeated(table, next) > 0 || isSameWidth;
}

const readCell = ({ runs }: TableCell): string => plainText(runs).trim();

/**
 * Returns true if the last row of a page continues on the next: its further part has no name of a row or stands where the row was
 * empty, and other text in it begins within a sentence.
 */
function isBroken(row: readonly TableCell[], next: readonly TableCell[]): boolean {
  if (row.length !== next.length || [...row, ...next].some(cell => cell.columns > 1 || cell.rows > 1))
    return false;
  const both = zip(row.map(readCell), next.map(readCell)).filter(([text, further]) => text && further);
  return (readCell(next[0]!) === '' || both.length === 0) && both.every(([, text]) => /^\p{Ll}/u.test(text));
}

/** Adds the rows of the next page to a table. */
function addRows(table: TableBlock, rows: readonly TableCell[][], hyphens: Hyphens): void {
  const [row, [next, ...others]] = [table.rows.at(-1), rows];
  if (table.rows.length > table.headerRows && row && next && isBroken(row, next)) {
    for (const [cell, { runs }] of zip(row, next)) continueRuns(cell.runs, runs, hyphens);
    table.rows.push(...others);
  } else table.rows.push(...rows);
}

/** Joins tables that were split at the end of a page, and drops repeated header rows. */
export function joinContinued(blocks: readonly Block[], hyphens: Hyphens): Block[] {
  const joined: Block[] = [];
  let open: TableBlock | undefined;
  for (const block of blocks) {
    if (block.kind === 'table' && open && goesOn(open, block)) {
      addRows(open, block.rows.slice(countRepeated(open, block)), hyphens);
      open.places.push(...block.places);
      continue;
    }
    joined.push(block);
    if (block.kind === 'table') open = block;
    // Notes stand at the foot of the page on which the table is broken.
    else if (!isFurniture(block) && block.kind !== 'footnote') open = undefined;
  }
  return joined;
}
