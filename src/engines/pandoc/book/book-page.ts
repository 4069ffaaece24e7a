import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '../../../markup/escape-html.ts';
import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

/** On paper the cover has a page of its own, and chapters begin on new pages. */
const printed = `<style>
.cover { page-break-after: always; text-align: center; }
.cover img { max-height: 230mm; }
h1:not(.title) { page-break-before: always; }
</style>`;

interface Block {
  t: string;
  c: unknown;
}

type ImageContent = [attributes: unknown, alternative: unknown, target: [string]];

/** The number of blocks within which the page of the cover stands. */
const firstBlocks = 5;

/** Tells whether a block shows this picture and nothing else. Its alternative text does not count. */
function isOnlyPicture(block: Block, target: string): boolean {
  const nodes = [...walkNodes(block)];
  const pictures = nodes.filter(({ t }) => t === 'Image');
  const alternatives = pictures.flatMap(({ c }) => [...walkNodes((c as ImageContent)[1])]);
  const words =
    nodes.filter(({ t }) => t === 'Str').length - alternatives.filter(({ t }) => t === 'Str').length;
  return pictures.length === 1 && (pictures[0]!.c as ImageContent)[2][0] === target && words === 0;
}

/** Takes the picture that a book begins with out of its text. */
function takeCover(document: PandocDocument): string | undefined {
  const [first, ...rest] = document.blocks as Block[];
  const [only, ...others] = first?.t === 'Para' || first?.t === 'Plain' ? (first.c as Block[]) : [];
  if (only?.t !== 'Image' || others.length > 0) return undefined;
  const [, , [cover]] = only.c as ImageContent;
  // A book may have a page for its cover as well.
  document.blocks = rest.filter((block, index) => index >= firstBlocks || !isOnlyPicture(block, cover));
  return cover;
}

/**
 * Prepares a book for a web page: its cover comes before its title, and the time at which its file was made is left out.
 * Returns the arguments for Pandoc.
 */
export async function layOutBook(
  document: PandocDocument,
  dir: string,
  isPrinted: boolean,
): Promise<string[]> {
  delete document.meta.date;
  const cover = takeCover(document);
  const before = join(dir, 'before.html');
  const head = join(dir, 'head.html');
  if (cover !== undefined)
    await writeFile(before, `<div class="cover"><img alt="" src="${escapeHtml(cover)}" /></div>\n`);
  if (isPrinted) await writeFile(head, printed);
  return [
    ...(cover === undefined ? [] : [`--include-before-body=${before}`]),
    ...(isPrinted ? [`--include-in-header=${head}`] : []),
  ];
}
