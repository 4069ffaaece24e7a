import { splitBefore } from '../../../lists.ts';
import { around, type Box, heightOf, middleX } from '../../boxes.ts';
import { splitLines, type TableWord } from '../table.ts';

/** Lines of a head follow one another, and the first row, within this distance in line heights. */
const furthest = 0.8;
const maxLines = 8;

interface HeadRow {
  top: number;
  /** The borders between columns that no name crosses. */
  xs: number[];
}

const crosses = (line: readonly Box[], x: number): boolean => {
  const isLeft = (box: Box) => box.left < x - 1;
  return line.some(word => isLeft(word) && word.right > x + 1);
};

/** Joins the words of a line that are no further apart than words of one name. */
const joinNames = (line: readonly TableWord[]): Box[] =>
  splitBefore(line, (word, before) => word.left - before.right > 0.6 * heightOf(word)).map(around);

/**
 * Finds the rows of names over a table whose rows are coloured: lines that follow closely on each other, whose names each stand over a
 * column, or over several to the right of the first. Lines without a name over several columns are one row.
 */
export function findHeadRows(xs: readonly number[], top: number, words: readonly TableWord[]): HeadRow[] {
  const [first = 0, second = 0] = xs;
  const end = xs.at(-1) ?? 0;
  const above = words.filter(
    word => word.bottom < top + 0.5 * heightOf(word) && word.right > first && word.left < end,
  );
  const lines: { box: Box; names: Box[] }[] = [];
  let edge = top;
  for (const line of splitLines(above).reverse().slice(0, maxLines)) {
    const [box, names] = [around(line), joinNames(line)];
    const isOver = names.every(
      name => name.left > second - 1 || !xs.slice(1, -1).some(x => crosses([name], x)),
    );
    if (edge - box.bottom > furthest * heightOf(box) || !isOver) break;
    lines.push({ box, names });
    edge = box.top;
  }
  const inner = xs.slice(1, -1);
  const columns = new Set(
    lines.flatMap(({ names }) => names.map(name => inner.filter(x => x < middleX(name)).length)),
  );
  if (columns.size < 2) return [];
  const rows: HeadRow[] = [];
  for (const { box, names } of lines) {
    const free = inner.filter(x => !crosses(names, x));
    const below = rows.at(-1);
    if (below && below.xs.length === inner.length && free.length === inner.length) below.top = box.top;
    else rows.push({ top: box.top, xs: free });
  }
  return rows;
}
