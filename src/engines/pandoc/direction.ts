import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zip } from '../../lists.ts';
import { rewriteForPandoc } from './rewrite-for-pandoc.ts';
import type { PandocDocument } from './syntax-tree.ts';

const script = fileURLToPath(new URL('mirror.py', import.meta.url));

/** Makes an OpenDocument text run from right to left, which Pandoc cannot write. */
export const mirrorOpenDocument = (path: string, dir: string): Promise<string> =>
  rewriteForPandoc(script, path, join(dir, 'mirrored.odt'), dir);

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/gu;
const leftToRight = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/gu;

interface Count {
  right: number;
  left: number;
}

/** Counts the letters of a part of the tree by direction; code does not count. */
function countDirections(part: unknown): Count {
  const count = { right: 0, left: 0 };
  const open: unknown[] = [part];
  while (open.length) {
    const next = open.pop() as { t?: string; c?: unknown } | unknown[] | null;
    if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (typeof next === 'object' && next?.t === 'Str') {
      count.right += (next.c as string).match(rightToLeft)?.length ?? 0;
      count.left += (next.c as string).match(leftToRight)?.length ?? 0;
    } else if (typeof next === 'object' && next && !next.t?.startsWith('Code')) open.push(next.c);
  }
  return count;
}

/**
 * Makes a document in Arabic or Hebrew run from right to left, which few sources declare. With `apart`, blocks that run
 * the other way are marked, for writers that can do so.
 */
export function setDirection(document: PandocDocument, apart: boolean): void {
  const counts = document.blocks.map(countDirections);
  const right = counts.reduce((sum, count) => sum + count.right, 0);
  if (right === 0) return;
  const isRight = right > counts.reduce((sum, count) => sum + count.left, 0);
  if (isRight) document.meta.dir = { t: 'MetaString', c: 'rtl' };
  if (!apart) return;
  document.blocks = zip(document.blocks, counts).map(([block, { right, left }]) => {
    if (right === left || right > left === isRight) return block;
    return { t: 'Div', c: [['', [], [['dir', isRight ? 'ltr' : 'rtl']]], [block]] };
  });
}
