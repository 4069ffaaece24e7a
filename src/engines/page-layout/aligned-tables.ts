import { around, type Box, type Word } from './page.ts';
import { joined, type Rule } from './ruled-tables.ts';
import { type Cell, linesOf, type Table } from './table.ts';

/** Between two columns, in type sizes: enough to tell a gap in one line, and what must stay free in all of them. */
const gutter = 0.9;
const corridor = 0.4;
const leastRows = 4;
/** A further line of a cell stands this close to the one before it, in type sizes. */
const leading = 1.45;
/** Less room than this between two lines, in type sizes, and they are of one row. */
const room = 0.25;
/** Rows further apart than this do not belong together. */
const apart = 3;
const mostColumns = 30;
/** A cell of more words is a line of text, where no rule says otherwise. */
const wordyCell = 7;
const shortCell = 3;
const longestCell = 60;

interface Row extends Box {
  words: Word[];
  height: number;
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

function rowOf(words: Word[]): Row {
  return { ...around(words), words, height: median(words.map(word => word.bottom - word.top)) };
}

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

/** A line whose first cell is empty and that follows closely goes on with the row above. */
function withContinuations(rows: Row[], cuts: number[]): Word[][][] {
  const made: Word[][][] = [];
  let above: Row | undefined;
  for (const row of rows) {
    const cells = cellsIn(row, cuts);
    const before = made.at(-1);
    const close = above && row.top - above.top < leading * row.height;
    const goesOn =
      before && close && !cells[0]!.length && cells.every((cell, i) => !cell.length || before[i]!.length);
    if (goesOn) for (const [i, cell] of cells.entries()) before[i]!.push(...cell);
    else made.push(cells);
    above = row;
  }
  return made;
}

/** The marks of a list, not what a table has in its first column. */
const listMark = /^([•‣▪●◦∙·–*-]|\(?(\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])$/;

const looksLikeFigures = (words: Word[]): boolean =>
  words.every(word => /^[\p{Sc}(+−–—-]?[\d.,:/%]*\d[\d.,:/%)]*\S{0,2}$|^[–—-]$/u.test(word.text));

/** Whether most of a column's cells begin, end or are centred at one place. */
function isAligned(cells: Word[][]): boolean {
  const boxes = cells.map(cell => around(cell));
  const agree = (place: (box: Box) => number): boolean => {
    const middle = median(boxes.map(place));
    return boxes.filter(box => Math.abs(place(box) - middle) < 3).length >= boxes.length * 0.6;
  };
  return agree(box => box.left) || agree(box => box.right) || agree(box => (box.left + box.right) / 2);
}

/** Whether what stands in columns is a table. Without a rule to say so, there must be figures in a column. */
function isTable(rows: Word[][][], framed: boolean): boolean {
  const columns = rows[0]!.length;
  if (columns < 2 || columns > mostColumns || rows.length < (framed ? 2 : leastRows)) return false;
  const filled = rows.flat().filter(cell => cell.length > 0);
  if (filled.length < rows.length * columns * (framed ? 0.5 : 0.75)) return false;
  if (rows.every(([first]) => first!.length <= 1 && listMark.test(first![0]?.text ?? '•'))) return false;
  if (filled.some(cell => cell.length > (framed ? longestCell : wordyCell))) return false;
  const byColumn = Array.from({ length: columns }, (_, i) =>
    rows.map(row => row[i]!).filter(cell => cell.length > 0),
  );
  if (!byColumn.every(isAligned)) return false;
  const words = filled.reduce((sum, cell) => sum + cell.length, 0) / filled.length;
  return (
    framed ||
    (words <= shortCell &&
      byColumn.slice(1).some(cells => cells.filter(looksLikeFigures).length > cells.length / 2))
  );
}

/** Rows told by the room between them, where cells of several lines have their neighbours at mid-height. */
function byRoom(rows: Row[], cuts: number[]): Word[][][] | undefined {
  const groups: Row[][] = [];
  for (const row of rows) {
    const above = groups.at(-1)?.at(-1);
    if (above && row.top - above.bottom < room * row.height) groups.at(-1)!.push(row);
    else groups.push([row]);
  }
  const labels = groups.map(group => group.filter(row => cellsIn(row, cuts)[0]!.length > 0).length);
  const fits =
    groups.length >= leastRows && groups.length < rows.length && labels.every(count => count === 1);
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
  if (!isTable(cells, framed)) return undefined;
  const asCell = (words: Word[]): Cell => ({ words, columns: 1, rows: 1 });
  return { ...around(rows), rows: cells.map(row => row.map(asCell)) };
}

/** Gaps that part columns; the one after the mark of a list item is none. */
const gaps = (row: Row): number =>
  row.words
    .slice(1)
    .filter((word, i) => word.left - row.words[i]!.right >= gutter * row.height)
    .filter(word => word !== row.words[1] || !listMark.test(row.words[0]!.text)).length;

/** Where the words after a gap begin. */
const startsIn = (row: Row): number[] =>
  row.words
    .filter((word, i) => i > 0 && word.left - row.words[i - 1]!.right >= corridor * row.height)
    .map(word => word.left);

/** A line without a gap still belongs if it goes on under a cell that is not the first. */
const goesOn = (row: Row, run: Row[]): boolean =>
  row.top - run.at(-1)!.top < leading * row.height &&
  run.some(above => startsIn(above).some(start => Math.abs(start - row.left) < 3));

/** Runs of lines that have gaps, with the further lines of their cells. */
function* runsOf(rows: Row[]): Generator<Row[]> {
  let run: Row[] = [];
  for (const row of rows) {
    const above = run.at(-1);
    const follows =
      above && row.top - above.bottom < apart * row.height && (gaps(row) > 0 || goesOn(row, run));
    if (above && !follows) {
      yield run;
      run = [];
    }
    if (follows || gaps(row) > 0) run.push(row);
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
  return [...framed, ...[...runsOf(open)].flatMap(run => bestOf(run, long) ?? [])];
}
