import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rewriteForPandoc } from '../rewrite-for-pandoc.ts';
import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

const script = fileURLToPath(new URL('cover_cells.py', import.meta.url));

type Inline = { t: string; c: unknown };
type Cell = [attributes: unknown, alignment: unknown, rows: number, columns: number, blocks: Inline[]];
type Row = [attributes: unknown, cells: Cell[]];
type Body = [attributes: unknown, heads: number, head: Row[], rows: Row[]];
type Table = [unknown, unknown, unknown, [attributes: unknown, rows: Row[]], Body[], unknown];

function setBold([, cells]: Row): void {
  for (const [, , , , blocks] of cells)
    for (const block of blocks)
      if (block.t === 'Plain' || block.t === 'Para') block.c = [{ t: 'Strong', c: block.c }];
}

/**
 * Makes heads of several rows bold rows: Pandoc's writer of OpenDocument keeps one row of a head. Returns whether any table has
 * merged cells.
 */
export function prepareTables(document: PandocDocument): boolean {
  let isMerged = false;
  for (const { t, c } of walkNodes(document.blocks)) {
    if (t !== 'Table') continue;
    const [, , , [, head], bodies] = c as Table;
    const rows = [...head, ...bodies.flatMap(([, , inner, own]) => [...inner, ...own])];
    isMerged ||= rows.some(([, cells]) => cells.some(([, , down, across]) => down > 1 || across > 1));
    if (head.length < 2) continue;
    const above = head.splice(0);
    for (const row of above) setBold(row);
    if (bodies.length) bodies[0]![3].unshift(...above);
    else bodies.push([['', [], []], 0, [], above]);
  }
  return isMerged;
}

/** Adds the covered cells of merged ones to an OpenDocument text of Pandoc. */
export const coverCells = (path: string, dir: string): Promise<string> =>
  rewriteForPandoc(script, path, join(dir, 'covered.odt'), dir);
