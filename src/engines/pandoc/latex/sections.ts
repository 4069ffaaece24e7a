import type { PandocDocument } from '../syntax-tree.ts';

/** Letters, slides and curricula vitae have sections without numbers. */
const unnumbered = /beamer|letter|lttr|slides|cv|resume|exam/i;
const documentClass = /\\documentclass\s*(?:\[[^\]]*\])?\s*\{([^}]*)\}/;
/** Classes begin to number at different levels, but none numbers more of them than these by itself. */
const deepest = 3;

/** Numbers sections as LaTeX does, because the text refers to them by their numbers. */
export function numberSections(document: PandocDocument, source: string): void {
  const name = documentClass.exec(source)?.[1];
  if (name === undefined || unnumbered.test(name) || /\{secnumdepth\}\{-/.test(source)) return;
  const counts: number[] = [];
  for (const block of document.blocks as {
    t: string;
    c: [number, [string, string[], unknown], unknown[]];
  }[]) {
    if (block.t !== 'Header') continue;
    const [level, [, classes], words] = block.c;
    if (level > deepest || classes.includes('unnumbered')) continue;
    counts.length = level;
    for (let at = 0; at < level; at++) counts[at] ??= 0;
    counts[level - 1]!++;
    words.unshift({ t: 'Str', c: counts.join('.') }, { t: 'Space' });
  }
}
