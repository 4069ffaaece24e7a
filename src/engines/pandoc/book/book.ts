import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEntry } from '../../../containers/read-zip.ts';
import { JobFailure } from '../../../contract/failure.ts';
import { rewriteForPandoc } from '../rewrite-for-pandoc.ts';
import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

const script = fileURLToPath(new URL('book.py', import.meta.url));

/** The algorithms that hide fonts from other programs; any other encryption of a part locks the book. */
const ofFonts = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

async function refuseLocked(path: string): Promise<void> {
  let locks = '';
  for await (const chunk of (await openEntry(path, 'META-INF/encryption.xml')) ?? [])
    locks += chunk.toString('latin1');
  const methods = [...locks.matchAll(/EncryptionMethod\s[^>]*Algorithm\s*=\s*["']([^"']*)/g)];
  const other = methods.find(([, algorithm = '']) => !ofFonts.test(algorithm));
  if (other) throw new JobFailure('bought_and_locked', `a book locked to its buyer: ${other[1]}`);
}

/**
 * Returns a book that Pandoc reads whole: the file itself, or a copy where pictures are wrapped in drawings or pages
 * are not in UTF-8.
 */
export async function makeBookReadable(path: string, dir: string): Promise<string> {
  await refuseLocked(path);
  return rewriteForPandoc(script, path, join(dir, 'readable.epub'), dir);
}

const findTargets = (part: unknown): string[] =>
  [...walkNodes(part)]
    .filter(({ t }) => t === 'Image')
    .map(({ c }) => (c as [unknown, unknown, [string]])[2][0]);

/** The number of blocks within which the cover page stands. */
const firstBlocks = 5;

/** Removes a second cover: Pandoc puts the cover first, and a book that has a page for it would show it twice. */
export function showCoverOnce(document: PandocDocument): void {
  const [first, ...rest] = document.blocks;
  const [cover] = findTargets(first);
  if (cover !== undefined && findTargets(rest.slice(0, firstBlocks)).includes(cover)) document.blocks = rest;
}

/** Empties tags that old books use for their layout, which Markdown would show as HTML. */
export function dropLayoutTags({ blocks }: PandocDocument): void {
  for (const node of walkNodes(blocks)) {
    if (node.t !== 'RawInline' && node.t !== 'RawBlock') continue;
    const [format, markup] = node.c as [string, string];
    if (/^<\/?(?:font|center|big|small|tt|(?:mbp:)?pagebreak)\b/i.test(markup)) node.c = [format, ''];
  }
}
