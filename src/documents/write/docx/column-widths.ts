import { plainText, type TableCell } from '../../model.ts';

/** The letters of a column's longest cell, within limits: longer text is wrapped. */
const [minLetters, maxLetters] = [5, 40];
/** The margins of a cell, in letters. */
const margins = 3;

/** Divides the width among columns by the length of their texts. Without widths, some programs misplace cells that span. */
export function divideWidth(
  grid: readonly (readonly (TableCell | undefined)[])[],
  wholeWidth: number,
): number[] {
  const columns = grid[0]?.map(
    (_, column) =>
      margins +
      Math.max(
        minLetters,
        ...grid.map(row => {
          const cell = row[column];
          return cell?.columns === 1 ? Math.min(maxLetters, plainText(cell.runs).length) : 0;
        }),
      ),
  );
  const letters = columns?.reduce((sum, own) => sum + own, 0) ?? 0;
  return columns?.map(own => Math.round((wholeWidth * own) / letters)) ?? [];
}
