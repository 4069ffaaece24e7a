import { pairs } from '../../../lists.ts';
import { type Box, middleX, middleY } from '../../boxes.ts';
import { closingSigns, openingSigns } from '../signs.ts';
import type { TableWord } from '../table.ts';

/**
 * Keeps the borders between columns that have content of their own. Cells that only make room between others, and those of
 * signs before or after the numbers beside them, are no columns.
 */
export function keepColumns(xs: readonly number[], words: readonly TableWord[], rows: Box): number[] {
  const own = words.filter(word => middleY(word) > rows.top && middleY(word) < rows.bottom);
  const columns = pairs(xs).map(([left, right]) => {
    const inside = own.filter(word => middleX(word) >= left && middleX(word) < right);
    const areAll = (signs: RegExp) => inside.every(word => signs.test(word.text));
    return { left, isRoom: inside.length === 0, opens: areAll(openingSigns), closes: areAll(closingSigns) };
  });
  const kept: number[] = [];
  for (const [at, { left, isRoom, closes }] of columns.entries()) {
    const before = columns[at - 1];
    // Room and closing signs belong to the column before them, and a column to the opening sign before it.
    if (!before || !(isRoom || closes || (before.opens && !before.isRoom))) kept.push(left);
  }
  return [...centreBorders(kept, own), ...xs.slice(-1)];
}

/** Moves the borders to the middle between the words on both sides, because names of columns may be wider than what stands below them. */
function centreBorders(lefts: readonly number[], words: readonly TableWord[]): number[] {
  return lefts.map((left, at) => {
    const before = words.filter(word => middleX(word) < left);
    const after = words.filter(word => middleX(word) >= left);
    if (at === 0 || before.length === 0 || after.length === 0) return left;
    return (Math.max(...before.map(word => word.right)) + Math.min(...after.map(word => word.left))) / 2;
  });
}
