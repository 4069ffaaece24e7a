import { splitBefore } from '../../../lists.ts';
import { around, heightOf, middleX, middleY } from '../../boxes.ts';
import type { Part } from './parts.ts';

/** The pieces of which tall brackets are made. */
const pieces = new Map<string, string>(
  ['(⎛⎜⎝', ')⎞⎟⎠', '[⎡⎢⎣', ']⎤⎥⎦', '\\{⎧⎨⎩⎪', '\\}⎫⎬⎭'].flatMap(row => {
    const sign = row.startsWith('\\') ? row.slice(0, 2) : row.slice(0, 1);
    return [...row.slice(sign.length)].map(piece => [piece, sign] as const);
  }),
);
const closing = new Map([
  ['(', ')'],
  ['[', ']'],
  ['\\{', '\\}'],
  ['|', '|'],
  ['\\|', '\\|'],
]);
const environments = new Map([
  ['(', 'pmatrix'],
  ['[', 'bmatrix'],
  ['\\{', 'Bmatrix'],
  ['|', 'vmatrix'],
  ['\\|', 'Vmatrix'],
]);
/** A bracket around several rows or a fraction is at least this high, in type sizes. */
const tall = 1.5;
/** Brackets of one pair differ in height by less than this factor. */
const sameHeight = 1.3;
/** Rows of a matrix are at least this far apart, and its columns this far, in type sizes. */
const rowGap = 0.8;
const columnGap = 0.45;

/** Joins the pieces of which a tall bracket is made. */
function joinPieces(parts: readonly Part[]): Part[] {
  const stacks = Map.groupBy(
    parts.filter(part => pieces.has(part.latex)).sort((a, b) => a.top - b.top),
    part => Math.round(middleX(part) / 3),
  );
  const joined = [...stacks.values()].flatMap(stack =>
    splitBefore(stack, (piece, above) => piece.top > above.bottom + piece.size).map(own => {
      const box = around(own);
      // One piece that lengthens braces is the same on both sides.
      const sign = pieces.get((own.find(piece => piece.latex !== '⎪') ?? own[0]).latex)!;
      return { ...own[0], ...box, latex: sign, baseline: middleY(box) + 0.25 * own[0].size };
    }),
  );
  return [...parts.filter(part => !pieces.has(part.latex)), ...joined];
}

/** Splits the content of brackets into rows by the baselines of its large type. */
function splitRows(parts: readonly Part[]): Part[][] {
  const size = Math.max(...parts.map(part => part.size));
  const main = parts.filter(part => part.size > 0.9 * size).sort((a, b) => a.baseline - b.baseline);
  const rows = splitBefore(main, (part, before) => part.baseline - before.baseline > rowGap * size);
  if (rows.length < 2) return [[...parts]];
  const findNearest = (part: Part) =>
    rows.reduce((best, row) =>
      Math.abs(part.baseline - row[0].baseline) < Math.abs(part.baseline - best[0].baseline) ? row : best,
    );
  const all = Map.groupBy(parts, findNearest);
  return rows.map(row => all.get(row)!);
}

/** Returns the left ends of the columns that the rows have in common. */
function findColumns(rows: readonly (readonly Part[])[]): number[] {
  const starts: number[] = [];
  let end = -Infinity;
  for (const part of rows.flat().sort((a, b) => a.left - b.left)) {
    if (part.left - end > columnGap * part.size) starts.push(part.left);
    end = Math.max(end, part.right);
  }
  return starts;
}

/** Writes rows of cells, or returns undefined if they are no matrix, cases or binomial. */
function writeRows(
  open: string,
  isClosed: boolean,
  rows: readonly Part[][],
  write: (parts: readonly Part[]) => string,
): string | undefined {
  const starts = findColumns(rows);
  const cells = rows.map(row =>
    starts.map((start, at) =>
      write(row.filter(part => part.left > start - 0.1 && part.left < (starts[at + 1] ?? Infinity) - 0.1)),
    ),
  );
  if (!isClosed && open !== '\\{') return undefined;
  const [first, second, ...others] = cells;
  if (open === '(' && isClosed && first?.length === 1 && second && others.length === 0)
    return `\\binom{${first[0]}}{${second[0]}}`;
  const name = isClosed ? environments.get(open) : 'cases';
  return `\\begin{${name}} ${cells.map(row => row.join(' & ')).join(' \\\\ ')} \\end{${name}}`;
}

/** Replaces tall brackets and what they enclose by matrices, binomials, cases, or brackets of the right height. */
export function joinBrackets(given: readonly Part[], write: (parts: readonly Part[]) => string): Part[] {
  const parts = joinPieces(given).sort((a, b) => a.left - b.left);
  const isTall = (part: Part) => heightOf(part) > tall * part.size;
  const at = parts.findIndex(part => closing.has(part.latex) && isTall(part));
  const open = parts[at];
  if (!open) return parts;
  const end = findEnd(parts, at, isTall);
  const close = parts[end];
  const within = parts.slice(at + 1, end);
  const joinOthers = (own: readonly Part[]) => joinBrackets(own, write);
  const rows = within.length > 0 ? splitRows(within) : [];
  const latex =
    rows.length > 1
      ? writeRows(open.latex, close !== undefined, rows, write)
      : close && `\\left${open.latex} ${write(within)} \\right${close.latex}`;
  if (latex === undefined) return [...parts.slice(0, at + 1), ...joinOthers(parts.slice(at + 1))];
  const whole = { ...open, ...around(parts.slice(at, end + 1)), latex: `${latex} ` };
  return [...parts.slice(0, at), whole, ...joinOthers(parts.slice(end + 1))];
}

/** Returns the position of the bracket that closes another one, or the number of parts. */
function findEnd(parts: readonly Part[], at: number, isTall: (part: Part) => boolean): number {
  const open = parts[at]!;
  let depth = 0;
  for (let end = at + 1; end < parts.length; end++) {
    const part = parts[end]!;
    if (!isTall(part)) continue;
    const ratio = heightOf(part) / heightOf(open);
    if (part.latex === closing.get(open.latex) && ratio < sameHeight && ratio > 1 / sameHeight) {
      if (depth === 0) return end;
      depth--;
    } else if (part.latex === open.latex && ratio < sameHeight && ratio > 1 / sameHeight) depth++;
  }
  return parts.length;
}
