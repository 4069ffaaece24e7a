import { around, type Box, heightOf, middleX, middleY, widthOf } from '../../boxes.ts';
import type { Word } from '../page.ts';
import { joinBrackets } from './brackets.ts';
import type { Part } from './parts.ts';
import { hasLimits, isLimitName, writeLetters } from './symbols.ts';

/** Characters are raised or lowered by at least this share of the size of those around them. */
const minShift = 0.1;
/** The middle of a fraction's bar is above the baseline by this share of the type size. */
const axis = 0.25;
/** The limits of an operator are at most this far beside it, in type sizes. */
const besideOperator = 0.6;
/** The line of a root begins within this many points of its sign. */
const near = 3;
/** The line of a root is at most this far above its sign, in points. */
export const overRoot = 2;
const deepest = 6;

/** A stop behind a letter is about this wide, in type sizes. */
const stopWidth = 0.28;

/** Makes parts of a word. A stop behind it does not belong to the fraction or root that it ends. */
function makeParts(word: Word): Part[] {
  const { text, style, baseline } = word;
  const make = (own: string, box: Box): Part => ({
    ...around([box]),
    latex: writeLetters(own, style),
    baseline,
    size: style.size,
    isOperator: hasLimits(own),
  });
  const [, inner, stop] = /^(.*[^\d.,;])([.,;])$/u.exec(text) ?? [];
  if (inner === undefined || stop === undefined) return [make(text, word)];
  const middle = word.right - stopWidth * style.size;
  return [make(inner, { ...word, right: middle }), make(stop, { ...word, left: middle })];
}

const isOver = (part: Box, bar: Box): boolean => {
  const x = middleX(part);
  return x > bar.left - 1 && x < bar.right + 1;
};

/** Replaces the parts above and below a bar by a fraction, and the parts under the line of a root by the root. */
function joinBars(parts: readonly Part[], bars: readonly Box[], depth: number): Part[] {
  // The widest bar is that of the outermost fraction.
  const bar = bars.toSorted((a, b) => widthOf(b) - widthOf(a))[0];
  if (!bar || depth > deepest) return [...parts];
  const others = bars.filter(each => each !== bar);
  const y = middleY(bar);
  const within = parts.filter(part => isOver(part, bar));
  const [above, below] = [
    within.filter(part => middleY(part) < y),
    within.filter(part => middleY(part) >= y),
  ];
  const sign = parts.find(
    part => part.latex === '√' && Math.abs(part.right - bar.left) < near && Math.abs(part.top - y) < near,
  );
  const listOthers = (taken: readonly Part[]) => parts.filter(part => !taken.includes(part));
  if (sign && below.length > 0) {
    const latex = `\\sqrt{${writeParts(below, others, depth + 1)}}`;
    const whole = around([sign, ...below]);
    const { baseline, size } = below[0]!;
    return joinBars(
      [...listOthers([sign, ...below]), { ...whole, latex, baseline, size, isOperator: false }],
      others,
      depth + 1,
    );
  }
  if (above.length === 0 || below.length === 0) return joinBars(parts, others, depth + 1);
  const size = Math.max(...within.map(part => part.size));
  const fraction: Part = {
    ...around([bar, ...within]),
    latex: `\\frac{${writeParts(above, others, depth + 1)}}{${writeParts(below, others, depth + 1)}}`,
    baseline: y + axis * size,
    size,
    isOperator: false,
  };
  return joinBars(
    [...listOthers(within), fraction],
    others.filter(each => !isOver(each, bar)),
    depth + 1,
  );
}

/** Puts the limits of sums and integrals behind their sign. */
function joinLimits(parts: readonly Part[], depth: number): Part[] {
  const operator = parts.find(part => part.isOperator);
  if (!operator || depth > deepest) return [...parts];
  const reach = besideOperator * operator.size;
  const small = parts.filter(
    part =>
      part !== operator &&
      part.size < 0.9 * operator.size &&
      middleX(part) > operator.left - reach &&
      middleX(part) < operator.right + reach,
  );
  const upper = small.filter(part => middleY(part) < middleY(operator));
  const lower = small.filter(part => middleY(part) >= middleY(operator));
  // Text above the name of a function belongs to something else.
  if (isLimitName(operator.latex)) for (const part of upper.splice(0)) small.splice(small.indexOf(part), 1);
  const write = (sign: string, own: readonly Part[]) =>
    own.length === 0 ? '' : `${sign}{${writeParts(own, [], depth + 1)}}`;
  const whole: Part = {
    ...operator,
    ...around([operator, ...small]),
    latex: `${operator.latex.trim()}${write('_', lower)}${write('^', upper)} `,
    isOperator: false,
  };
  return joinLimits([...parts.filter(part => part !== operator && !small.includes(part)), whole], depth + 1);
}

/** Finds the baseline on which most of the widest type stands. */
function findBaseline(parts: readonly Part[]): number {
  const size = Math.max(...parts.map(part => part.size));
  const large = parts.filter(part => part.size > 0.9 * size);
  const widths = new Map<number, number>();
  for (const part of large) {
    const key = Math.round(part.baseline);
    widths.set(key, (widths.get(key) ?? 0) + widthOf(part));
  }
  return [...widths].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/** A raised or lowered sign is at most this share of the size of the one beside it, and this close, in type sizes. */
const scriptSize = 0.85;
const closeScript = 0.15;

/** Returns true if a part is raised or lowered beside another one: within an index it can stand as high as the line. */
const isScriptOf = (part: Part, before: Part | undefined): boolean =>
  before !== undefined &&
  part.size < scriptSize * before.size &&
  part.left - before.right < closeScript * before.size;

/** Writes parts from left to right, with those that are raised or lowered as such. */
function writeParts(parts: readonly Part[], bars: readonly Box[], depth = 0): string {
  const joined = joinLimits(joinBars(parts, bars, depth), depth);
  const own = joinBrackets(joined, within => writeParts(within, [], depth + 1)).sort(
    (a, b) => a.left - b.left,
  );
  if (own.length === 0) return '';
  const baseline = findBaseline(own);
  const size = Math.max(...own.map(part => part.size));
  const shiftOf = (part: Part) => {
    const shift = baseline - part.baseline;
    const isScript = part.size < 0.9 * size || heightOf(part) < 0.9 * size;
    return isScript && Math.abs(shift) > minShift * size ? Math.sign(shift) : 0;
  };
  let latex = '';
  for (let at = 0; at < own.length; ) {
    const shift = shiftOf(own[at]!);
    let end = at;
    while (
      end < own.length &&
      (shiftOf(own[end]!) === shift || (shift !== 0 && isScriptOf(own[end]!, own[end - 1])))
    )
      end++;
    const run = own.slice(at, end);
    if (shift === 0) latex += writeRow(run, latex);
    else latex = `${latex.trimEnd()}${shift > 0 ? '^' : '_'}{${writeParts(run, [], depth + 1)}}`;
    at = end;
  }
  return latex
    .replace(/\s+/g, ' ')
    .replace(/ (?=[),;\]])/g, '')
    .trim();
}

/** Writes parts on one baseline, with a space where there is room. */
function writeRow(parts: readonly Part[], before: string): string {
  return parts
    .map((part, at) => {
      const last = parts[at - 1];
      const isApart = last ? part.left - last.right > 0.1 * part.size : before !== '';
      return `${isApart ? ' ' : ''}${part.latex}`;
    })
    .join('');
}

/** Writes a displayed formula as LaTeX. */
export const writeLatex = (words: readonly Word[], bars: readonly Box[]): string =>
  writeParts(words.flatMap(makeParts), bars);
