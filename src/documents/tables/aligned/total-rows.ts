import { findCorridors, type Row, splitAtGaps } from '../rows.ts';
import { narrowGutter } from '../runs.ts';
import { looksLikeFigures } from '../signs.ts';
import type { TableWord } from '../table.ts';

/** The fewest other rows that come before those of totals. */
const minBefore = 3;

/** Splits a row of a name and a figure, as those of totals are, into these two. */
function splitTotal(row: Row): Row['parts'] {
  const parts = splitAtGaps(row, narrowGutter);
  return parts.length === 2 && parts[1]!.some(word => looksLikeFigures([word])) ? parts : undefined;
}

/** Returns true if a part of a row extends over the gap between two columns. */
const crosses = (words: readonly TableWord[], [left, right]: readonly [number, number]): boolean =>
  words[0]!.left < (left + right) / 2 && words.at(-1)!.right > (left + right) / 2;

/**
 * Marks the last rows of a table as totals if their names span several columns of the other rows. Such a name belongs to the first of
 * these columns, and does not join them.
 */
export function markTotals(rows: Row[]): Row[] {
  const whole = rows.filter(row => !row.section);
  const start = whole.findLastIndex(row => !splitTotal(row)) + 1;
  const [others, totals] = [whole.slice(0, start), whole.slice(start)];
  if (totals.length === 0 || totals.length >= others.length || others.length < minBefore) return rows;
  const gaps = findCorridors(others);
  if (gaps.length <= findCorridors(whole).length) return rows;
  const parts = new Map(totals.map(row => [row, splitTotal(row)]));
  // The figure of a total stands in one column.
  const areSound = [...parts.values()].every(own => own && !gaps.some(gap => crosses(own[1]!, gap)));
  if (!areSound) return rows;
  return rows.map(row => {
    const own = parts.get(row);
    return own ? { ...row, parts: own } : row;
  });
}
