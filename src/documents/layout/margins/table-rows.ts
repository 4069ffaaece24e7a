import { isPost, middleX, sharedY } from '../../boxes.ts';
import type { PreparedPage } from '../characters/prepare.ts';
import type { Line } from '../page.ts';

/** Returns true if a line is beside the page number, as a running head may be. */
export const isBeside = (other: Line, line: Line): boolean => Math.abs(other.baseline - line.baseline) < 3;

/** Returns true if lines run down on both sides of a line, and more than one of its row's cells is drawn so. */
function isDrawnCell(line: Line, { rules }: PreparedPage): boolean {
  const posts = rules.filter(
    rule => isPost(rule) && rule.top < line.top + 0.3 * line.size && rule.bottom > line.baseline,
  );
  const right = posts.filter(({ left }) => left > line.right - 1);
  const left = posts.filter(post => post.right < line.left + 1);
  return left.length > 0 && right.length > 0 && left.length + right.length > 2;
}

const minCells = 3;
/** The next row of a table is at most this far away, in type sizes, and its cells begin, end or have their middle within so many points. */
const nextRow = 3;
const sameEdge = 3;

/** Returns true if a line stands in a row of cells above others, as the names of columns do, which are repeated where a table continues. */
export const isColumnName = (line: Line, page: PreparedPage): boolean =>
  page.lines.some(other => other.top > line.bottom) &&
  page.lines.filter(other => sharedY(other, line) > 0.4 * line.size).length > minCells;

/** Returns true if a line stands in a row of cells with another such row close to it, as in a table that continues over pages. */
export function isInTable(line: Line, page: PreparedPage): boolean {
  if (isDrawnCell(line, page)) return true;
  const row = page.lines.filter(other => isBeside(other, line));
  if (row.length < minCells) return false;
  const near = page.lines.filter(
    other => !isBeside(other, line) && Math.abs(other.baseline - line.baseline) < nextRow * line.size,
  );
  const isOver = (cell: Line) =>
    near.some(other =>
      [other.left - cell.left, other.right - cell.right, middleX(other) - middleX(cell)].some(
        difference => Math.abs(difference) < sameEdge,
      ),
    );
  return row.filter(isOver).length >= minCells;
}
