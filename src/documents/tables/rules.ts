import type { Box } from '../boxes.ts';

/** Lines closer than this count as one, and their ends as meeting. */
export const near = 3;

export interface Rule {
  /** Its position across its direction. */
  at: number;
  from: number;
  to: number;
}

/** Joins pieces on one line where they meet, because most tables are drawn cell by cell. */
export function joinRules(rules: Rule[]): Rule[] {
  const sorted = [...rules].sort((a, b) => a.at - b.at || a.from - b.from);
  const whole: Rule[] = [];
  for (const rule of sorted) {
    const same = whole.find(
      other =>
        Math.abs(other.at - rule.at) <= near && rule.from <= other.to + near && rule.to >= other.from - near,
    );
    if (!same) whole.push({ ...rule });
    else {
      same.from = Math.min(same.from, rule.from);
      same.to = Math.max(same.to, rule.to);
    }
  }
  return whole;
}

/** Finds the rules that run across the page. */
export const findLongRules = (rules: readonly Box[]): Rule[] =>
  joinRules(
    rules
      .filter(rule => rule.bottom - rule.top < 3)
      .map(({ left, right, top }) => ({ at: top, from: left, to: right })),
  ).filter(rule => rule.to - rule.from > 30);
