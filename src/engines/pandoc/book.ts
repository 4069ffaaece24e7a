import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodesOf, type PandocDocument } from './images.ts';
import { rewritten } from './rewritten.ts';

const script = fileURLToPath(new URL('book.py', import.meta.url));

/** A book whose pictures Pandoc sees: the file itself, or a copy where some are wrapped in drawings. */
export const readableBook = (path: string, dir: string): Promise<string> =>
  rewritten(script, path, join(dir, 'readable.epub'), dir);

const targetsIn = (part: unknown): string[] =>
  [...nodesOf(part)]
    .filter(({ t }) => t === 'Image')
    .map(({ c }) => (c as [unknown, unknown, [string]])[2][0]);

/** How far into a book its cover page may stand. */
const firstBlocks = 5;

/** Pandoc puts the cover first; a book that has a page for it would show it twice. */
export function showCoverOnce(document: PandocDocument): void {
  const [first, ...rest] = document.blocks;
  const [cover] = targetsIn(first);
  if (cover !== undefined && targetsIn(rest.slice(0, firstBlocks)).includes(cover)) document.blocks = rest;
}
