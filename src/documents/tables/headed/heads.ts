import { type Filled, isFilled, last } from '../../../lists.ts';
import { around, middleY } from '../../boxes.ts';
import { type Row, splitAtGaps } from '../rows.ts';
import type { Rule } from '../rules.ts';
import { narrowGutter } from '../runs.ts';
import type { TableWord } from '../table.ts';

/** Lines of a head are this close, in type sizes. */
const closeLines = 0.7;
const maxLines = 12;
/** Letters of one size differ by less than this share. */
const sameSize = 0.15;
/** The ends of a rule and of the words above it differ by less than this, in points. */
const near = 3;
/** Every part of a colour that can only be seen on a dark ground is at least this. */
const light = 0xe0;

/** The lines that may name the columns of a table. */
export interface Head {
  rows: Filled<Row>;
  /** Whether they are bold, or light on a dark ground. */
  isMarked: boolean;
  /** Whether a rule is below all of them. */
  isRuled: boolean;
}

export const isOneSize = (row: Row, rows: readonly Row[]): boolean =>
  rows.every(({ height }) => Math.abs(height - row.height) < sameSize * height);

const isLight = ({ style }: TableWord): boolean =>
  style?.colour !== undefined && [16, 8, 0].every(shift => ((style.colour! >> shift) & 0xff) >= light);

/** Returns true if the words of a line are bold, or light on a dark ground. */
export const isMarkedRow = ({ words }: Row): boolean =>
  words.every(word => word.style?.bold) || words.every(isLight);

const isClose = (line: Row, above: readonly Row[]): boolean =>
  above.length === 0 || line.top - around(above).bottom < closeLines * line.height;

/** Takes the marked lines that follow each other closely. */
function takeMarked(lines: readonly Row[]): Row[] {
  const head: Row[] = [];
  for (const line of lines.slice(0, maxLines)) {
    if (!isMarkedRow(line) || !isClose(line, head) || !isOneSize(line, head)) break;
    head.push(line);
  }
  return head;
}

/** Finds the rule right below a line, above the next. */
const findRuleBelow = (line: Row, next: Row | undefined, rules: readonly Rule[]): Rule | undefined =>
  rules.find(
    ({ at }) =>
      at > middleY(line) && at < Math.min(line.bottom + line.height, next ? middleY(next) : Infinity),
  );

/** Returns true if a rule runs below lines from end to end. */
function isUnderlined(lines: Filled<Row>, next: Row | undefined, rules: readonly Rule[]): boolean {
  const { left, right } = around(lines);
  const rule = findRuleBelow(last(lines), next, rules);
  return rule !== undefined && rule.from < left + near && rule.to > right - near;
}

/**
 * Takes the lines that follow each other closely up to a rule below all of them, unless they continue the text above them or stand
 * right below another row.
 */
function takeRuled(lines: readonly Row[], before: Row | undefined, rules: readonly Rule[]): Row[] {
  const [first] = lines;
  if (before && first) {
    const isRow = splitAtGaps(before, narrowGutter).length > 1 && first.top - before.bottom < first.height;
    if (isRow || (isClose(first, [before]) && !findRuleBelow(before, first, rules))) return [];
  }
  const head: Row[] = [];
  for (const [at, line] of lines.slice(0, maxLines).entries()) {
    if (!isClose(line, head)) break;
    head.push(line);
    if (isFilled(head) && findRuleBelow(line, lines[at + 1], rules))
      return isUnderlined(head, lines[at + 1], rules) ? head : [];
  }
  return [];
}

/** Finds a head that begins with a line: lines that are bold or light, or stand over a rule. */
export function findHead(lines: readonly Row[], at: number, rules: readonly Rule[]): Head | undefined {
  const marked = takeMarked(lines.slice(at, at + maxLines));
  if (isFilled(marked))
    return { rows: marked, isMarked: true, isRuled: isUnderlined(marked, lines[at + marked.length], rules) };
  const ruled = takeRuled(lines.slice(at, at + maxLines + 1), lines[at - 1], rules);
  return isFilled(ruled) ? { rows: ruled, isMarked: false, isRuled: true } : undefined;
}
