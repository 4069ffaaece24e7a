import { type Filled, last, pairs } from '../../lists.ts';
import { around } from '../boxes.ts';
import { corridor, findCorridors, type Row, splitAtGaps } from './rows.ts';
import { looksLikeFigures, wordyCell } from './signs.ts';
import type { TableWord } from './table.ts';

/** A line without a gap stands at most this far under the row that it continues, in type sizes. */
const closeLeading = 1.55;
/** A gap wide enough to separate two columns in one line, in type sizes. */
const gutter = 0.9;
/** A gap wide enough to separate two columns whose lines are as short as those of cells. */
export const narrowGutter = 0.6;
/** The most of a table's width that the name of a group of rows takes. */
const widestSection = 0.6;
/** The most lines in the first column between two rows of figures, and the most rows of a head. */
const maxLabels = 5;
const maxHeads = 2;
/** Rows further apart than this do not belong together. */
const apart = 3;

export function hasGaps(row: Row): boolean {
  if (splitAtGaps(row, gutter).length > 1) return true;
  const parts = splitAtGaps(row, narrowGutter);
  return parts.length > 1 && parts.every(part => part.length <= wordyCell);
}

/** Returns true if several addresses for mail stand side by side, as those of the authors of a paper do. */
export const hasAuthors = (row: Row): boolean =>
  splitAtGaps(row, narrowGutter).filter(part => part.some(word => /\S@\S/.test(word.text))).length > 1;

/**
 * Returns true if a line without a gap continues a cell: the first, or one that begins or ends at the same
 * position.
 */
function goesOn(row: Row, run: Filled<Row>): boolean {
  if (row.top - last(run).top >= closeLeading * row.height) return false;
  const cells = run.flatMap(above => splitAtGaps(above, corridor).slice(1).map(around));
  const { left } = around(run);
  return (
    (Math.abs(row.left - left) < 3 && cells.every(cell => cell.left - row.right >= corridor * row.height)) ||
    cells.some(cell => Math.abs(cell.left - row.left) < 3 || Math.abs(cell.right - row.right) < 3)
  );
}

/** Finds runs of lines with gaps, with the further lines of their cells. */
export function* findRuns(rows: Row[]): Generator<Filled<Row>> {
  let run: Filled<Row> | undefined;
  for (const row of rows) {
    if (run && row.top - last(run).bottom < apart * row.height && (hasGaps(row) || goesOn(row, run)))
      run.push(row);
    else {
      if (run) yield run;
      run = hasGaps(row) ? [row] : undefined;
    }
  }
  if (run) yield run;
}

/** Returns true if a short line between two runs of rows with the same columns names the rows after it. */
function isSection(row: Row, run: Filled<Row>, next: Filled<Row>): boolean {
  const { left, right } = around([...run, ...next]);
  const isNear =
    row.top - last(run).bottom < apart * row.height && next[0].top - row.bottom < apart * row.height;
  if (!isNear || row.left > (left + right) / 2 || row.right - row.left > widestSection * (right - left))
    return false;
  const [own, further, both] = [run, next, [...run, ...next]].map(
    rows => findCorridors(rows.filter(hasGaps)).length,
  ) as [number, number, number];
  return both >= Math.min(own, further) && (both > 1 || own === further);
}

/** Returns true if lines between two runs of rows stand in the first column of both, beside columns of figures. */
function areLabels(lines: readonly Row[], run: Filled<Row>, next: Filled<Row>): boolean {
  const isNear = pairs([last(run), ...lines, next[0]]).every(
    ([above, row]) => row.top - above.bottom < apart * row.height,
  );
  const full = [...run, ...next].filter(hasGaps);
  const [first] = findCorridors(full);
  if (!isNear || lines.length > maxLabels || !first) return false;
  const isBeside = (row: Row) => row.right < first[1] - corridor * row.height;
  return (
    lines.every(isBeside) &&
    [run, next].every(rows => rows.length <= maxHeads || areFigures(rows)) &&
    areFigures(next)
  );
}

/** Returns true if most rows end with a figure. */
const areFigures = (rows: readonly Row[]): boolean =>
  rows.filter(row => looksLikeFigures([last(row.words as Filled<TableWord>)])).length * 2 > rows.length;

/** A run of rows with the lines between it and the run before it. */
interface Link {
  labels: Row[];
  run: Filled<Row>;
}

/** Chains runs with the names of groups between them. */
export function* chainRuns(runs: readonly Filled<Row>[], rows: readonly Row[]): Generator<Link[]> {
  let chain: Link[] = [];
  let end = -1;
  for (const run of runs) {
    const start = rows.indexOf(run[0]);
    const between = rows.slice(end + 1, start);
    const before = chain.at(-1)?.run;
    const isJoined =
      before &&
      ((between.length === 1 && isSection(between[0]!, before, run)) || areLabels(between, before, run));
    if (isJoined) chain.push({ labels: between, run });
    else {
      if (chain.length > 0) yield chain;
      chain = [{ labels: [], run }];
    }
    end = rows.indexOf(last(run));
  }
  if (chain.length > 0) yield chain;
}
