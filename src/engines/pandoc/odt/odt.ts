import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rewriteForPandoc } from '../rewrite-for-pandoc.ts';
import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

const script = fileURLToPath(new URL('odt.py', import.meta.url));

/**
 * Makes an OpenDocument text that Pandoc reads whole: it passes over sections, heads of tables, fields, frames and
 * more.
 */
export const makeOpenDocumentReadable = (path: string, dir: string): Promise<string> =>
  rewriteForPandoc(script, path, join(dir, 'readable.odt'), dir);

interface Inline {
  t: string;
  c: [{ t: string }, string];
}

/** Sets formulas beside text in its line: Pandoc reads every formula of an OpenDocument text as one that stands apart. */
export function setFormulasInLine(document: PandocDocument): void {
  for (const { t, c } of walkNodes(document.blocks)) {
    if ((t !== 'Para' && t !== 'Plain') || (c as Inline[]).length === 1) continue;
    for (const inline of c as Inline[]) if (inline.t === 'Math') inline.c[0].t = 'InlineMath';
  }
}

const ofHead = '\ue0f1';

interface Part {
  t: string;
  c: unknown;
}
type Body = [unknown, unknown, unknown, unknown[]];

/** Makes the rows that the rewriting marked the heads of their tables. */
export function setTableHeads(document: PandocDocument): void {
  for (const { t, c } of walkNodes(document.blocks)) {
    if (t !== 'Table') continue;
    const [, , , head, bodies] = c as [unknown, unknown, unknown, [unknown, unknown[]], Body[]];
    const rows = bodies[0]?.[3] ?? [];
    if (!rows.length) continue;
    const count = rows.findIndex(row => !unmark(row));
    if (count !== 0) head[1] = rows.splice(0, count < 0 ? rows.length : count);
  }
}

/** Removes the mark from a row; tells whether it had one. */
function unmark(row: unknown): boolean {
  for (const part of walkNodes(row) as Iterable<Part>)
    if (part.t === 'Str' && (part.c as string).startsWith(ofHead)) {
      part.c = (part.c as string).slice(ofHead.length);
      return true;
    }
  return false;
}
