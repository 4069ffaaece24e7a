import { type Filled, isFilled, last, pairs, transpose, zip } from '../../../lists.ts';
import { around, type Box, median, sharedArea } from '../../boxes.ts';
import { findHeadedTables } from '../headed/headed.ts';
import { joinBrackets } from '../join-brackets.ts';
import { joinColumns } from '../join-columns.ts';
import { findCorridors, leading, makeRow, type Row, splitCells } from '../rows.ts';
import { findLongRules, type Rule } from '../rules.ts';
import { chainRuns, findRuns, hasAuthors, hasGaps } from '../runs.ts';
import { isTable, looksLikeFigures, shortCell } from '../signs.ts';
import { splitColumns } from '../split-columns.ts';
import { splitRow } from '../split-rows.ts';
import { type Cell, splitLines, type Table, type TableWord } from '../table.ts';
import { addGroupHeads } from './group-heads.ts';
import { addHeadLines } from './head-lines.ts';
import { joinLines } from './join-lines.ts';
import { countLinesBeforeHead, isTitle } from './lines-before-head.ts';
import { markTotals } from './total-rows.ts';

/** A gap wider than between two words of one cell. */
const wordSpace = 0.33;
const minWithSections = 4;

const makeCell = (words: TableWord[]): Cell => ({ words, columns: 1, rows: 1 });

/** Marks rows that name the rows below them and span their columns. */
function markSections(rows: Row[]): Row[] {
  const full = rows.filter(hasGaps);
  if (full.length < minWithSections || full.length * 3 < rows.length * 2) return rows;
  const gaps = findCorridors(full);
  const crosses = (row: Row) => gaps.some(([left, right]) => row.left < left && row.right > right);
  const isBold = (row: Row) => row.words.every(word => word.style?.bold);
  // A line that follows closely continues the cell above it, unless it looks like a name.
  const isApart = (row: Row, at: number) =>
    isBold(row) || row.top - (rows[at - 1]?.top ?? -Infinity) >= leading * row.height;
  return rows.map((row, at) =>
    !full.includes(row) && crosses(row) && isApart(row, at) ? { ...row, section: true } : row,
  );
}

/** Makes a table whose first line names groups of columns, if it does. */
function makeGrouped(rows: Row[], rules: readonly Rule[], tops?: number[]): Table | undefined {
  const [head, ...others] = rows;
  if (!head || others.length < minWithSections) return undefined;
  const table = makePlain(others, tops && [head.bottom, ...tops.filter(top => top > head.bottom + 1)]);
  if (!table) return undefined;
  return areNames(head, table) ? addHead(table, head) : addGroupHeads(head, table, rules);
}

const countWords = ({ rows }: Table): number => rows.flat().reduce((sum, cell) => sum + cell.words.length, 0);

function makeTable(rows: Row[], rules: readonly Rule[], tops?: number[]): Table | undefined {
  const plain = makePlain(rows, tops);
  if (plain?.rows[0]?.some(cell => cell.rows > 1)) return plain;
  const grouped = makeGrouped(rows, rules, tops);
  return grouped && (!plain || countWords(grouped) >= countWords(plain)) ? grouped : plain;
}

function makePlain(found: Row[], tops?: number[], isKnown = false): Table | undefined {
  const rows = markTotals(markSections(found));
  const cuts = findCorridors(rows.filter(row => !row.section && !row.parts)).map(
    ([left, right]) => (left + right) / 2,
  );
  if (!cuts.length) return undefined;
  const framed = tops !== undefined;
  const cells = joinColumns(joinLines(rows, cuts, tops));
  if (!isKnown && !isTable(cells, framed, median(rows.map(row => row.height)))) return undefined;
  const made = joinBrackets(cells).map(row => row.map(makeCell));
  return { ...around(rows), rows: splitColumns(framed ? made.flatMap(splitRow) : made) };
}

/**
 * Returns true if the first row is a line above the table: nothing stands beside it, and it neither begins where the rows do nor
 * ends within the first column.
 */
function isLineAbove({ rows: [first, ...others] }: Table): boolean {
  const [name, ...further] = first ?? [];
  if (!name || others.length < minWithSections || !isFilled(name.words)) return false;
  if (further.some(cell => isFilled(cell.words)) || name.words.every(word => word.style?.bold)) return false;
  const column = others.flatMap(row => (row[0]?.columns === 1 ? row[0].words : []));
  if (!isFilled(column)) return false;
  const [line, names] = [around(name.words), around(column)];
  const size = line.bottom - line.top;
  return line.left - names.left > size || line.right - names.right > size;
}

/** Finds the longest part of a run that is a table. A line or two at its ends may be something else. */
function findBestTable(run: Row[], rules: readonly Rule[]): Table | undefined {
  if (run.some(hasAuthors)) return undefined;
  for (let cut = 0; cut <= Math.min(3, run.length - 2); cut++)
    for (let front = 0; front <= cut; front++) {
      const rows = run.slice(front, run.length - (cut - front));
      const table = makeTable(rows, rules, isUnderlined(rows, rules) ? [] : undefined);
      if (table) return isLineAbove(table) ? (findBestTable(rows.slice(1), rules) ?? table) : table;
    }
  return undefined;
}

/** Columns whose names may stand as close as words, and how far a name may begin or end from its column, in points. */
const minNamed = 4;
const sameEdge = 2;

const listColumns = ({ rows }: Table): Box[] =>
  transpose(rows).map(cells => around(cells.flatMap(cell => cell.words)));

const cutHead = (head: Row, columns: readonly Box[]): Filled<TableWord[]> =>
  splitCells(
    head,
    pairs(columns).map(([before, after]) => (before.right + after.left) / 2),
  );

const isPlain = ({ rows }: Table): boolean =>
  rows.flat().every(cell => cell.columns === 1 && cell.rows === 1);

/** Returns true if a line has a name of one word for each column of a table that begins or ends where the column does. */
function areNames(head: Row, table: Table): boolean {
  if (!isPlain(table)) return false;
  const columns = listColumns(table);
  return (
    columns.length >= minNamed &&
    zip(cutHead(head, columns), columns).every(
      ([[word, ...others], { left, right }]) =>
        word !== undefined &&
        others.length === 0 &&
        (Math.abs(word.left - left) < sameEdge || Math.abs(word.right - right) < sameEdge),
    )
  );
}

/**
 * Adds the line above a table to it if that line has a few words in each column, however small the gaps
 * between them.
 */
function addHead(table: Table, above: Row | undefined): Table {
  if (!isPlain(table) || !above || table.top - above.bottom > leading * above.height) return table;
  const cells = cutHead(above, listColumns(table));
  const isHead =
    cells.every(isFilled) &&
    cells.every(cell => cell.length <= shortCell) &&
    (areNames(above, table) ||
      pairs<Filled<TableWord>>(cells).every(
        ([before, after]) => after[0].left - last(before).right >= wordSpace * above.height,
      ));
  return isHead ? { ...around([above, table]), rows: [cells.map(makeCell), ...table.rows] } : table;
}

/** Finds rules across the page with words between them, as most printed tables have. */
function findFramed(rules: readonly Rule[], rows: Row[]): Table[] {
  const found: Table[] = [];
  const groups = Map.groupBy(rules, rule => `${Math.round(rule.from / 4)} ${Math.round(rule.to / 4)}`);
  for (const group of groups.values()) {
    const [frame, , third] = group;
    if (!frame || !third || group.length > 60) continue;
    const { from, to } = frame;
    const tops = group.map(rule => rule.at).sort((a, b) => a - b);
    const [top, bottom] = [Math.min(...tops), Math.max(...tops)];
    const across = rows.filter(
      row => (row.top + row.bottom) / 2 > top && (row.top + row.bottom) / 2 < bottom,
    );
    const isWithin = (word: TableWord) => word.left >= from - 3 && word.right <= to + 3;
    // Rules under the figures of one column frame no table of their own.
    const figures = across.flatMap(row => row.words).filter(isWithin);
    const beside = across.filter(row => row.words.some(word => !isWithin(word)));
    if (beside.length * 2 > across.length && looksLikeFigures(figures)) continue;
    const inside = rows
      .map(row => row.words.filter(isWithin))
      .filter(words => words.length > 0)
      .map(makeRow)
      .filter(row => row.top >= top - 3 && row.bottom <= bottom + 3);
    const table = inside.length >= 2 && inside.length <= 80 ? makeTable(inside, rules, tops) : undefined;
    if (table) found.push({ ...table, top, bottom });
  }
  return found;
}

/** Returns true if the first line of a run is underlined from end to end, as headings of columns are. */
function isUnderlined(rows: Row[], rules: readonly Rule[]): boolean {
  const { left, right } = around(rows);
  const middles = rows.slice(0, 2).map(row => (row.top + row.bottom) / 2);
  return pairs(middles).some(([first, second]) =>
    rules.some(rule => rule.at > first && rule.at < second && rule.from <= left + 3 && rule.to >= right - 3),
  );
}

/** Reads the table in words that are known to be one, if they have columns. */
export function readKnownTable(words: readonly TableWord[]): Table | undefined {
  return words.length === 0 ? undefined : makePlain(splitLines(words).map(makeRow), undefined, true);
}

/**
 * Finds tables without drawn cells by words that are aligned below each other with gaps between the columns.
 */
export function findAlignedTables(words: readonly TableWord[], rules: readonly Box[]): Table[] {
  const rows = splitLines(words).map(makeRow);
  const long = findLongRules(rules);
  const headed = findHeadedTables(words, long);
  const isFree = (table: Table) => !headed.some(other => sharedArea(other, table) > 0);
  const known = [...headed, ...findFramed(long, rows).filter(isFree)];
  const overlaps = (row: Row) => known.some(table => row.top < table.bottom && row.bottom > table.top);
  const open = rows.filter(row => !overlaps(row));
  const findTables = (run: Filled<Row>): Table[] => {
    const start = run.length > 1 && isTitle(run[0], run) ? 1 : countLinesBeforeHead(run);
    const [before, rest] = [run.slice(0, start), run.slice(start)];
    if (isFilled(before) && isFilled(rest)) return [...findTables(before), ...findTables(rest)];
    const table = findBestTable(run, long);
    if (!table) return [];
    const above = open.findLast(row => row.bottom < table.top + 1);
    const headed = above && isTitle(above, run) ? table : addHead(table, above);
    return [addHeadLines(headed, open)];
  };
  const tables = [...chainRuns([...findRuns(open)], open)].flatMap(chain => {
    const rows = chain.flatMap(({ labels, run }) => [...labels, ...run]) as Filled<Row>;
    const whole = chain.length > 1 ? findTables(rows) : [];
    return whole.length > 0 ? whole : chain.flatMap(({ run }) => findTables(run));
  });
  return [...known, ...tables];
}
