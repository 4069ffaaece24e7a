import { pairs, splitBefore } from '../../../lists.ts';
import { around, type Box, holdsMiddle, sharedArea, sharedX } from '../../boxes.ts';
import { findHeadedTables } from '../headed/headed.ts';
import { findLongRules, joinRules, near, type Rule } from '../rules.ts';
import { splitColumns } from '../split-columns.ts';
import { splitRow } from '../split-rows.ts';
import type { Cell, Table, TableWord } from '../table.ts';
import { outline } from './cell-fills.ts';
import { splitSpans } from './split-spans.ts';

const maxLines = 400;
/** The narrowest column, in points. */
const minColumn = 12;
/** Charts and drawings have words in a smaller share of a grid than this. */
const minFilled = 0.4;

const crosses = (across: Rule, down: Rule): boolean =>
  down.at >= across.from - near &&
  down.at <= across.to + near &&
  across.at >= down.from - near &&
  across.at <= down.to + near;

interface Grid {
  across: Rule[];
  down: Rule[];
}

/** Groups lines that are connected by crossing each other. */
function findGrids(across: Rule[], down: Rule[]): Grid[] {
  const found: Grid[] = [];
  const left = new Set([...across, ...down]);
  for (const first of across) {
    if (!left.delete(first)) continue;
    const grid: Grid = { across: [first], down: [] };
    const open: { rule: Rule; isAcross: boolean }[] = [{ rule: first, isAcross: true }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { rule, isAcross } = next;
      for (const other of isAcross ? down : across) {
        if (!left.has(other) || !(isAcross ? crosses(rule, other) : crosses(other, rule))) continue;
        left.delete(other);
        (isAcross ? grid.down : grid.across).push(other);
        open.push({ rule: other, isAcross: !isAcross });
      }
    }
    found.push(grid);
  }
  return found;
}

function findPlaces(rules: Rule[]): number[] {
  const sorted = rules.map(rule => rule.at).sort((a, b) => a - b);
  return splitBefore(sorted, (at, before) => at - before > near).map(([first]) => first);
}

const covers = (rules: Rule[], at: number, from: number, to: number): boolean =>
  rules.some(rule => Math.abs(rule.at - at) <= near && rule.from <= from + near && rule.to >= to - near);

const isWithin = (word: TableWord, left: number, top: number, right: number, bottom: number): boolean => {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
  return x >= left && x < right && y >= top && y < bottom;
};

function makeCells(
  { across, down }: Grid,
  xs: number[],
  ys: number[],
  words: readonly TableWord[],
): Cell[][] {
  const taken = new Set<string>();
  const rows: Cell[][] = [];
  const [end, foot] = [Math.max(...xs), Math.max(...ys)];
  for (const [row, [top, next]] of pairs(ys).entries()) {
    const cells: Cell[] = [];
    for (const [column, [left]] of pairs(xs).entries()) {
      if (taken.has(`${row} ${column}`)) continue;
      const right = xs.slice(column + 1, -1).find(x => covers(down, x, top, next)) ?? end;
      const bottom = ys.slice(row + 1, -1).find(y => covers(across, y, left, right)) ?? foot;
      const [columns, deep] = [xs.indexOf(right) - column, ys.indexOf(bottom) - row];
      for (let r = row; r < row + deep; r++)
        for (let c = column; c < column + columns; c++) taken.add(`${r} ${c}`);
      const inside = words.filter(word => isWithin(word, left, top, right, bottom));
      cells.push({ words: inside, columns, rows: deep });
    }
    rows.push(cells);
  }
  return rows;
}

/**
 * Adds sides that are not drawn: horizontal lines that reach beyond the outermost vertical ones have cells
 * there.
 */
function addOpenSides(xs: number[], across: readonly Rule[]): number[] {
  const [first, end] = [Math.min(...xs), Math.max(...xs)];
  const from = Math.min(...across.map(rule => rule.from));
  const to = Math.max(...across.map(rule => rule.to));
  const reach = (passes: (rule: Rule) => boolean) => across.filter(passes).length * 2 > across.length;
  return [
    ...(first - from > minColumn && reach(rule => rule.from < first - minColumn) ? [from] : []),
    ...xs,
    ...(to - end > minColumn && reach(rule => rule.to > end + minColumn) ? [to] : []),
  ];
}

function makeTable(grid: Grid, words: readonly TableWord[], minRows: number): Table | undefined {
  if (grid.down.length === 0) return undefined;
  const [xs, ys] = [addOpenSides(findPlaces(grid.down), grid.across), findPlaces(grid.across)];
  if (xs.length < 3 || ys.length <= minRows) return undefined;
  const rows = makeCells(grid, xs, ys, words)
    .filter(cells => cells.length > 0)
    .flatMap(splitRow);
  const cells = rows.flat();
  const filled = cells.filter(cell => cell.words.length > 0);
  const full = rows.filter(row => row.some(cell => cell.words.length > 0));
  if (filled.length < 3 || full.length < minRows || filled.length < cells.length * minFilled)
    return undefined;
  const several = full.filter(row => row.filter(cell => cell.words.length > 0).length > 1);
  if (several.length * 2 < full.length) return undefined;
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
    rows: splitColumns(splitSpans(rows, xs)),
  };
}

/**
 * Finds tables with drawn cells: horizontal and vertical lines that cross, with heads and further rows of
 * coloured areas side by side.
 */
export function findRuledTables(
  rules: readonly Box[],
  areas: readonly (readonly Box[])[],
  stripes: readonly Box[],
  words: readonly TableWord[],
): Table[] {
  const drawn = findTables(rules, words, 2);
  const headed = findHeadedTables(
    words.filter(word => !drawn.some(table => holdsMiddle(table, word))),
    findLongRules(rules),
  );
  const known = [...drawn, ...headed];
  const striped = findTables(stripes, words, 2);
  const lined = [...known, ...striped.filter(table => !known.some(other => sharedArea(other, table) > 0))];
  const coloured = areas
    .filter(area => !lined.some(table => sharedArea(table, around(area)) > 0))
    .flatMap(area => findTables(area.flatMap(outline), words, 1));
  // Coloured areas without lines are panels and charts, or the head of a table whose other rows are not drawn.
  return joinStacked([...lined, ...coloured], words).filter(table =>
    lined.some(part => part.top >= table.top && part.bottom <= table.bottom && sharedX(part, table) > 0),
  );
}

function findTables(rules: readonly Box[], words: readonly TableWord[], minRows: number): Table[] {
  const across: Rule[] = [];
  const down: Rule[] = [];
  for (const { left, top, right, bottom } of rules) {
    if (right - left > bottom - top) across.push({ at: (top + bottom) / 2, from: left, to: right });
    else down.push({ at: (left + right) / 2, from: top, to: bottom });
  }
  const [lines, posts] = [joinRules(across), joinRules(down)];
  if (lines.length > maxLines || posts.length > maxLines) return [];
  return findGrids(lines, posts).flatMap(grid => makeTable(grid, words, minRows) ?? []);
}

/** Parts of one table that stand this close, in points, with a gap in the lines between them. */
const closeParts = 14;

const countColumns = ({ rows }: Table): number =>
  Math.max(0, ...rows.map(row => row.reduce((sum, cell) => sum + cell.columns, 0)));

const readRow = (cells: readonly Cell[] = []): string =>
  cells.map(cell => cell.words.map(word => word.text).join(' ')).join('|');

/** Joins grids that are close below one another, equally wide and have as many columns. */
function joinStacked(tables: Table[], words: readonly TableWord[]): Table[] {
  const joinedTables: Table[] = [];
  for (const table of tables.toSorted((a, b) => a.top - b.top)) {
    const above = joinedTables.find(
      other =>
        table.top - other.bottom > -near &&
        table.top - other.bottom < closeParts &&
        Math.abs(table.left - other.left) <= near &&
        Math.abs(table.right - other.right) <= near &&
        countColumns(table) === countColumns(other) &&
        readRow(table.rows[0]) !== readRow(other.rows[0]) &&
        !words.some(word => isWithin(word, other.left, other.bottom, other.right, table.top)),
    );
    if (!above) joinedTables.push(table);
    else
      joinedTables[joinedTables.indexOf(above)] = {
        ...above,
        bottom: table.bottom,
        rows: [...above.rows, ...table.rows],
      };
  }
  return joinedTables;
}
