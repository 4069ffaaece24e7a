import { around, type Box, type Word } from './page.ts';
import { joined, type Rule } from './ruled-tables.ts';
import { type Cell, linesOf, type Table } from './table.ts';
import { isTable, listMark, looksLikeFigures, median, shortCell, wordyCell } from './table-signs.ts';

/** Between two columns, in type sizes: enough to tell a gap in one line, and what must stay free in all of them. */
const gutter = 0.9;
const corridor = 0.34;
/** Enough to part two columns where the lines are as short as those of cells are. */
const narrowGutter = 0.6;
/** More than there is between two words of one cell. */
const wordSpace = 0.33;
/** A further line of a cell stands this close to the one before it, in type sizes. */
const leading = 1.45;
/** Lines of one row are closer than those of two by so many points, where they are told by it. */
const leastRoom = 1.2;
/** Rows further apart than this do not belong together. */
const apart = 3;

interface Row extends Box {
  words: Word[];
  height: number;
}

function rowOf(words: Word[]): Row {
  return { ...around(words), words, height: median(words.map(word => word.bottom - word.top)) };
}

const asCell = (words: Word[]): Cell => ({ words, columns: 1, rows: 1 });

/** Stretches of the page's width where no row has a word: `[left, right]` of each. */
function corridors(rows: Row[]): [number, number][] {
  const spans = rows
    .flatMap(row => row.words)
    .map(({ left, right }) => [left, right] as const)
    .sort((a, b) => a[0] - b[0]);
  const found: [number, number][] = [];
  let end = spans[0]?.[1] ?? 0;
  for (const [left, right] of spans) {
    if (left > end) found.push([end, left]);
    end = Math.max(end, right);
  }
  const least = corridor * median(rows.map(row => row.height));
  return found.filter(([left, right]) => right - left >= least);
}

const cellsIn = (row: Row, cuts: number[]): Word[][] =>
  Array.from({ length: cuts.length + 1 }, (_, column) =>
    row.words.filter(({ left, right }) => {
      const middle = (left + right) / 2;
      return middle >= (cuts[column - 1] ?? -Infinity) && middle < (cuts[column] ?? Infinity);
    }),
  );

const areFigures = (...cells: Word[][]): boolean => cells.every(looksLikeFigures);

/** A line whose first cell is empty and that follows closely goes on with the row above; figures under figures do not. */
function withContinuations(rows: Row[], cuts: number[]): Word[][][] {
  const made: Word[][][] = [];
  let above: Row | undefined;
  for (const row of rows) {
    const cells = cellsIn(row, cuts);
    const before = made.at(-1);
    const close = above && row.top - above.top < leading * row.height;
    const goesOn =
      before &&
      close &&
      !cells[0]!.length &&
      cells.every((cell, i) => !cell.length || (before[i]!.length && !areFigures(cell, before[i]!)));
    if (goesOn) for (const [i, cell] of cells.entries()) before[i]!.push(...cell);
    else made.push(cells);
    above = row;
  }
  return made;
}

/** Rows told by the room between them, where the lines of a cell are closer to each other than to the next row. */
function byRoom(rows: Row[], cuts: number[]): Word[][][] | undefined {
  const spaces = rows.slice(1).map((row, i) => row.top - rows[i]!.bottom);
  const [least, most] = [Math.min(...spaces), Math.max(...spaces)];
  if (most - least < leastRoom) return undefined;
  const groups: Row[][] = [];
  for (const [i, row] of rows.entries())
    if (i > 0 && spaces[i - 1]! < (least + most) / 2) groups.at(-1)!.push(row);
    else groups.push([row]);
  const isRow = (group: Row[]): boolean => {
    const lines = group.map(row => cellsIn(row, cuts).map(cell => cell.length > 0));
    const [named, full] = [
      lines.filter(([first]) => first),
      lines.filter(line => line.filter(Boolean).length > 1),
    ];
    return named.length <= 1 || full.length <= 1;
  };
  const fits = groups.length > 2 && groups.length < rows.length && groups.every(isRow);
  return fits ? groups.map(group => cellsIn(rowOf(group.flatMap(row => row.words)), cuts)) : undefined;
}

/** Where a rule parts every row from the next, all lines between two rules are one row. */
function byBands(rows: Row[], tops: number[], cuts: number[]): Word[][][] {
  const bands = tops
    .slice(1)
    .map((bottom, i) =>
      rows.filter(row => (row.top + row.bottom) / 2 > tops[i]! && (row.top + row.bottom) / 2 < bottom),
    );
  return bands
    .filter(band => band.length > 0)
    .map(band => cellsIn(rowOf(band.flatMap(row => row.words)), cuts));
}

function tableOf(rows: Row[], tops?: number[]): Table | undefined {
  const cuts = corridors(rows).map(([left, right]) => (left + right) / 2);
  if (!cuts.length) return undefined;
  const framed = tops !== undefined;
  const cells =
    tops && tops.length > 4
      ? byBands(rows, tops, cuts)
      : (byRoom(rows, cuts) ?? withContinuations(rows, cuts));
  if (!isTable(cells, framed, median(rows.map(row => row.height)))) return undefined;
  return { ...around(rows), rows: cells.map(row => row.map(asCell)) };
}

/** A line's words parted at each gap that may be one between columns; the one after the mark of a list item is none. */
function partsOf(row: Row, least: number): Word[][] {
  const parts: Word[][] = [];
  for (const [i, word] of row.words.entries()) {
    const before = row.words[i - 1];
    const isApart = before && word.left - before.right >= least * row.height;
    if (!before || (isApart && !(i === 1 && listMark.test(before.text)))) parts.push([word]);
    else parts.at(-1)!.push(word);
  }
  return parts;
}

function hasGaps(row: Row): boolean {
  if (partsOf(row, gutter).length > 1) return true;
  const parts = partsOf(row, narrowGutter);
  return parts.length > 1 && parts.every(part => part.length <= wordyCell);
}

/** A line without a gap still belongs if it goes on in a cell: the first, or one that begins or ends where it does. */
function goesOn(row: Row, run: Row[]): boolean {
  if (row.top - run.at(-1)!.top >= leading * row.height) return false;
  const cells = run.flatMap(above => partsOf(above, corridor).slice(1).map(around));
  const { left } = around(run);
  return (
    (Math.abs(row.left - left) < 3 && cells.every(cell => cell.left - row.right >= corridor * row.height)) ||
    cells.some(cell => Math.abs(cell.left - row.left) < 3 || Math.abs(cell.right - row.right) < 3)
  );
}

/** Runs of lines that have gaps, with the further lines of their cells. */
function* runsOf(rows: Row[]): Generator<Row[]> {
  let run: Row[] = [];
  for (const row of rows) {
    const above = run.at(-1);
    const follows =
      above && row.top - above.bottom < apart * row.height && (hasGaps(row) || goesOn(row, run));
    if (above && !follows) {
      yield run;
      run = [];
    }
    if (follows || hasGaps(row)) run.push(row);
  }
  if (run.length) yield run;
}

/** The longest stretch of a run that is a table; a line or two at its ends may be something else. */
function bestOf(run: Row[], rules: readonly Rule[]): Table | undefined {
  for (let cut = 0; cut <= Math.min(3, run.length - 2); cut++)
    for (let front = 0; front <= cut; front++) {
      const rows = run.slice(front, run.length - (cut - front));
      const table = tableOf(rows, isUnderlined(rows, rules) ? [] : undefined);
      if (table) return table;
    }
  return undefined;
}

/** The table with the line above it where that has a few words in each column, however little room it leaves between them. */
function withHead(table: Table, above: Row | undefined): Table {
  const columns = table.rows[0]!.map((_, i) => around(table.rows.flatMap(row => row[i]!.words)));
  const cuts = columns.slice(1).map((column, i) => (columns[i]!.right + column.left) / 2);
  if (!above || table.top - above.bottom > leading * above.height) return table;
  const cells = cellsIn(above, cuts);
  const isApart = (cell: Word[], i: number) =>
    i === 0 || cell[0]!.left - cells[i - 1]!.at(-1)!.right >= wordSpace * above.height;
  return cells.every(
    (cell, i) =>
      cell.length > 0 && cell.length <= shortCell && cells[i - 1]?.length !== 0 && isApart(cell, i),
  )
    ? { ...around([above, table]), rows: [cells.map(asCell), ...table.rows] }
    : table;
}

const longRules = (rules: readonly Box[]): Rule[] =>
  joined(
    rules
      .filter(rule => rule.bottom - rule.top < 3)
      .map(({ left, right, top }) => ({ at: top, from: left, to: right })),
  ).filter(rule => rule.to - rule.from > 30);

/** Rules across the page with words between them, as printed tables mostly have. */
function framedBy(rules: readonly Rule[], rows: Row[]): Table[] {
  const found: Table[] = [];
  const groups = Map.groupBy(rules, rule => `${Math.round(rule.from / 4)} ${Math.round(rule.to / 4)}`);
  for (const group of groups.values()) {
    const tops = group.map(rule => rule.at).sort((a, b) => a - b);
    if (tops.length < 3 || tops.length > 60) continue;
    const { from, to } = group[0]!;
    const inside = rows
      .map(row => row.words.filter(word => word.left >= from - 3 && word.right <= to + 3))
      .filter(words => words.length > 0)
      .map(rowOf)
      .filter(row => row.top >= tops[0]! - 3 && row.bottom <= tops.at(-1)! + 3);
    const table = inside.length >= 2 && inside.length <= 80 ? tableOf(inside, tops) : undefined;
    if (table) found.push({ ...table, top: tops[0]!, bottom: tops.at(-1)! });
  }
  return found;
}

/** Whether the first line of a run is underlined from end to end, as headings of columns are. */
function isUnderlined(rows: Row[], rules: readonly Rule[]): boolean {
  const { left, right } = around(rows);
  const [first, second] = [rows[0]!, rows[1]!].map(row => (row.top + row.bottom) / 2);
  return rules.some(
    rule => rule.at > first! && rule.at < second! && rule.from <= left + 3 && rule.to >= right - 3,
  );
}

/** Tables without cells drawn, told by words that stand one under the other with room between the columns. */
export function alignedTables(words: readonly Word[], rules: readonly Box[]): Table[] {
  const rows = linesOf(words).map(rowOf);
  const long = longRules(rules);
  const framed = framedBy(long, rows);
  const overlaps = (row: Row) => framed.some(table => row.top < table.bottom && row.bottom > table.top);
  const open = rows.filter(row => !overlaps(row));
  const tables = [...runsOf(open)].flatMap(run => {
    const table = bestOf(run, long);
    if (!table) return [];
    return table.top > run[0]!.top ? [table] : [withHead(table, open[open.indexOf(run[0]!) - 1])];
  });
  return [...framed, ...tables];
}
