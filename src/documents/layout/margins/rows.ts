import { around, type Box } from '../../boxes.ts';
import { joinWords, type Line } from '../page.ts';

/** Lines that stand beside one another. */
export interface Row extends Box {
  lines: Line[];
  size: number;
}

const sameRow = 3;

/** Groups lines that stand beside one another, from the top of the page to its bottom. */
export function makeRows(lines: readonly Line[]): Row[] {
  const rows: Line[][] = [];
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && line.baseline - row[0]!.baseline < sameRow) row.push(line);
    else rows.push([line]);
  }
  return rows.map(row => ({
    ...around(row),
    lines: row.sort((a, b) => a.left - b.left),
    size: Math.max(...row.map(line => line.size)),
  }));
}

export const readRow = ({ lines }: Row): string => lines.map(line => joinWords(line.words)).join(' ');
