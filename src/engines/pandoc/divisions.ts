import type { PandocDocument } from './syntax-tree.ts';

type Block = { t: string; c: unknown };

/** Classes of divisions that a slide sets beside each other or shows only to its speaker. */
const ofSlides = new Set(['columns', 'column', 'notes']);

const isDivision = (item: unknown): boolean =>
  (item as Block | null)?.t === 'Div' &&
  !((item as Block).c as [[string, string[]]])[0][1].some(name => ofSlides.has(name));

/** Unwraps divisions where the format has none and their content would be lost or marked up. */
export function dropDivisions(document: PandocDocument): void {
  const open: unknown[] = [document];
  while (open.length) {
    const next = open.pop();
    if (Array.isArray(next)) {
      for (let at = next.findIndex(isDivision); at >= 0; at = next.findIndex(isDivision))
        next.splice(at, 1, ...((next[at] as Block).c as [unknown, unknown[]])[1]);
      for (const item of next) open.push(item);
    } else if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
}
