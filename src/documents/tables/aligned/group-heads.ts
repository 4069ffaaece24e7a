import { type Filled, pairs } from '../../../lists.ts';
import { around, type Box, middleX, sharedX } from '../../boxes.ts';
import { type Row, splitAtGaps } from '../rows.ts';
import type { Rule } from '../rules.ts';
import type { Cell, Table, TableWord } from '../table.ts';

/** The gap between the heads of two groups, in type sizes. */
const gutter = 0.9;
/** The head of a group is centred over its columns within this, in type sizes. */
const offCentre = 0.7;
/** Ends closer than this, in points, count as equal. */
const near = 4;
const minRows = 3;

interface Span {
  from: number;
  to: number;
}

/** Finds the positions of a table's columns by the cells in one column each. */
function findColumns(rows: readonly Cell[][]): Box[] | undefined {
  const plain = rows.filter(row => row.every(cell => cell.columns === 1 && cell.rows === 1));
  const width = Math.max(0, ...plain.map(row => row.length));
  const columns = Array.from({ length: width }, (_, column) =>
    around(plain.flatMap(row => row[column]?.words ?? [])),
  );
  const isWhole = rows.every(row => row.reduce((sum, cell) => sum + cell.columns, 0) === width);
  return isWhole && columns.every(({ left }) => Number.isFinite(left)) ? columns : undefined;
}

/**
 * Finds the columns below a head: those under the rule below it, otherwise those over which it is centred.
 */
function findSpan(
  head: Box,
  columns: readonly Box[],
  next: number,
  rules: readonly Rule[],
): Span | undefined {
  const height = head.bottom - head.top;
  const rule = rules.find(
    ({ at, from, to }) =>
      at > head.bottom - 0.4 * height &&
      at < next + 0.4 * height &&
      from < head.left + near &&
      to > head.right - near,
  );
  const covered = columns.flatMap(({ left, right }, column) =>
    rule && left > rule.from - near && right < rule.to + near ? [column] : [],
  );
  // A rule under all heads says nothing about one of them.
  if (covered.length > 0 && covered.length < columns.length)
    return { from: covered[0]!, to: covered.at(-1)! };
  for (let count = 1; count < columns.length; count++)
    // A line over the names of rows and further columns is a line above the table, unless a rule says otherwise.
    for (let from = count > 1 ? 1 : 0; from + count <= columns.length; from++) {
      const under = around(columns.slice(from, from + count));
      const isOver = under.left < head.right && under.right > head.left;
      // The head of one column stands over no other.
      const isOwn = columns.every((column, at) => at === from || sharedX(column, head) <= 0);
      const isWide =
        (count === 1 && isOwn) ||
        (count > 1 && under.left < head.left + near && under.right > head.right - near);
      if (isOver && isWide && Math.abs(middleX(under) - middleX(head)) < offCentre * height)
        return { from, to: from + count - 1 };
    }
  return undefined;
}

/** Puts a row of heads over a table if some of them name several of its columns. */
export function addGroupHeads(head: Row, table: Table, rules: readonly Rule[]): Table | undefined {
  const columns = findColumns(table.rows);
  const [first] = table.rows;
  if (!columns || !first || table.rows.length < minRows) return undefined;
  const parts: Filled<TableWord>[] = splitAtGaps(head, gutter);
  const spans = parts.map(part => findSpan(around(part), columns, table.top, rules));
  const known = spans.flatMap(span => span ?? []);
  const isOrdered = pairs(known).every(([before, after]) => before.to < after.from);
  const names = first.filter(cell => cell.words.length > 0);
  if (known.length < parts.length || !isOrdered || names.length <= parts.length) return undefined;
  const groups = known.filter(({ from, to }) => to > from);
  const areNamed = groups.every(({ from, to }) =>
    first.slice(from, to + 1).every(cell => cell.words.length > 0),
  );
  if (groups.length === 0 || !areNamed || first.length !== columns.length) return undefined;
  const row: Cell[] = [];
  for (let column = 0; column < columns.length; ) {
    const at = known.findIndex(({ from }) => from === column);
    const count = at < 0 ? 1 : known[at]!.to - known[at]!.from + 1;
    row.push({ words: at < 0 ? [] : [...parts[at]!], columns: count, rows: 1 });
    column += count;
  }
  return { ...around([head, table]), rows: [row, ...table.rows] };
}
