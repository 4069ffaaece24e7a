import { widthOf } from '../../boxes.ts';
import { isProse, type Line, type Word } from '../page.ts';

/** Ends this close, in points, are those of one column. */
const sameEnd = 0.8;
/** Gaps that differ by less than this, in type sizes, are equal. */
const alike = 0.1;
/** More room than this, in type sizes, is no space of a justified line. */
const widest = 5;
/** The lines beside it stand at most this far above or below, in type sizes. */
const nearest = 4;
const maxWords = 4;

const isWhole = ({ words, size, ...box }: Line): boolean =>
  words.length > 2 && widthOf(box) > 6 * size && words.filter(isProse).length * 2 > words.length;

/** Returns true if words stand equally far apart, none closer than the others. */
function areEven(words: readonly Word[], size: number): boolean {
  const gaps = words.slice(1).map((word, at) => word.left - words[at]!.right);
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
  return most - least < alike * size && most < widest * size;
}

/**
 * Joins the few words of a justified line that were taken for several lines because of the wide gaps between them: together they
 * begin and end where a line above or below does.
 */
export function joinJustified(lines: readonly Line[], makeLine: (words: Word[]) => Line): Line[] {
  const whole = lines.filter(isWhole);
  const gone = new Set<Line>();
  const joined = new Map<Line, Line>();
  const rows = Map.groupBy(lines, line => Math.round(line.baseline));
  for (const [at, first] of lines.entries()) {
    if (gone.has(first) || !first.words.every(isProse)) continue;
    const near = whole.filter(
      line =>
        Math.abs(line.left - first.left) < sameEnd &&
        Math.abs(line.baseline - first.baseline) < nearest * first.size &&
        line.right > first.right + sameEnd,
    );
    if (near.length === 0) continue;
    const row = rows.get(Math.round(first.baseline))!.filter(line => line.left >= first.left);
    const parts = [lines[at]!];
    for (const part of row.slice(1)) {
      parts.push(part);
      const words = parts.flatMap(line => line.words);
      if (words.length > maxWords || !words.every(isProse) || !areEven(words, first.size)) break;
      if (!near.some(line => Math.abs(line.right - part.right) < sameEnd)) continue;
      for (const other of parts.slice(1)) gone.add(other);
      joined.set(first, makeLine(words));
      break;
    }
  }
  return lines.flatMap(line => (gone.has(line) ? [] : (joined.get(line) ?? line)));
}
