import { pairs } from '../../../lists.ts';
import { type Box, isPost } from '../../boxes.ts';
import type { Line, Word } from '../page.ts';
import { makeLine, makeLines } from './lines.ts';

const minNumbers = 8;
/** Words whose baselines are closer than this, in points, are in one row. */
const sameRow = 3;
/** A gap before a word that begins a cell, in type sizes. */
const cellGap = 1.2;

/** Makes lines of a page's words; the numbers of its lines are lines of their own, whatever stands beside them. */
export function makePageLines(words: readonly Word[], rules: readonly Box[]): Line[] {
  const posts = rules.filter(isPost);
  const numbers = new Set(findLineNumbers(words, rules));
  if (numbers.size === 0) return makeLines(words, posts);
  const rest = words.filter(word => !numbers.has(word));
  return [
    ...makeLines(rest, posts),
    ...[...numbers].map(word => ({ ...makeLine([word]), isNumber: true as const })),
  ];
}

/** Finds the numbers in the left margin that count the lines of the page. */
function findLineNumbers(words: readonly Word[], rules: readonly Box[]): Word[] {
  const numbers = words.filter(word => /^\d{1,4}$/.test(word.text));
  if (numbers.length < minNumbers) return [];
  // They are aligned on either side.
  const columns = [
    ...Map.groupBy(numbers, word => Math.round(word.right / 6)).values(),
    ...Map.groupBy(numbers, word => Math.round(word.left / 6)).values(),
  ].sort((a, b) => b.length - a.length);
  for (const column of columns) {
    if (column.length < minNumbers) return [];
    const sorted = column.sort((a, b) => a.baseline - b.baseline);
    if (isCount(sorted) && isInMargin(sorted, words) && !areCells(sorted, rules)) return sorted;
  }
  return [];
}

function isCount(words: readonly Word[]): boolean {
  const values = words.map(word => Number(word.text));
  const step = values[1]! - values[0]!;
  if (values.every(value => value >= 1500 && value < 2200)) return false; // These are years.
  return (step === 1 || step === 5) && values.every((value, at) => value === values[0]! + at * step);
}

/** Returns true if lines are drawn across between most of the numbers, as between the rows of a table. */
function areCells(numbers: readonly Word[], rules: readonly Box[]): boolean {
  const across = rules.filter(rule => !isPost(rule));
  const parted = pairs(numbers).filter(([above, number]) =>
    across.some(
      ({ left, right, top }) =>
        left < number.right && right > number.left && top > above.baseline && top < number.baseline,
    ),
  );
  return parted.length * 2 > numbers.length;
}

/** Returns true if hardly anything stands left of the numbers, and lines of text stand beside them, not the cells of a table. */
function isInMargin(numbers: readonly Word[], words: readonly Word[]): boolean {
  const edge = Math.max(...numbers.map(word => word.right));
  const others = words.filter(word => !numbers.includes(word));
  if (others.filter(word => word.left < edge).length > 0.1 * others.length) return false;
  const rows = numbers.map(number =>
    others
      .filter(word => Math.abs(word.baseline - number.baseline) < sameRow)
      .sort((a, b) => a.left - b.left),
  );
  if (rows.some((row, at) => row[0] && row[0].left < numbers[at]!.left)) return false;
  const filled = rows.filter(row => row.length > 0);
  if (filled.length < 0.5 * numbers.length) return false;
  const starts = filled.flatMap(row =>
    row.filter((word, at) => at === 0 || word.left - row[at - 1]!.right > cellGap * word.style.size),
  );
  const lefts = Map.groupBy(starts, word => Math.round(word.left / 4));
  return [...lefts.values()].filter(own => own.length > 0.5 * filled.length).length < 2;
}
