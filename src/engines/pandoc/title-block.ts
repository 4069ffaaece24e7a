import type { PandocDocument } from './syntax-tree.ts';

interface Meta {
  t: string;
  c: unknown;
}
type Block = { t: string; c: unknown };

/** Parts of a title block, in the order in which they stand on a page. */
const parts = ['subtitle', 'author', 'date', 'abstract'];

function readMetaBlocks(meta: Meta | undefined): Block[] {
  if (meta?.t === 'MetaInlines') return [{ t: 'Para', c: meta.c }];
  if (meta?.t === 'MetaString' && meta.c) return [{ t: 'Para', c: [{ t: 'Str', c: meta.c }] }];
  if (meta?.t === 'MetaBlocks') return meta.c as Block[];
  if (meta?.t === 'MetaList') return (meta.c as Meta[]).flatMap(readMetaBlocks);
  return [];
}

/**
 * Puts the title and the other metadata back at the head of the document: the title of a Word or TeX file is text like
 * the rest, and writers of plain text leave it out.
 */
export function showTitle(document: PandocDocument): void {
  const meta = document.meta as Record<string, Meta>;
  // The first paragraph of a title becomes the heading.
  const [title, ...further] = readMetaBlocks(meta.title);
  const [first] = document.blocks as Block[];
  const heading = title && { t: 'Header', c: [1, ['', [], []], title.c] };
  const isThere =
    first?.t === 'Header' && JSON.stringify((first.c as unknown[])[2]) === JSON.stringify(title?.c);
  const rest = [...further, ...parts.flatMap(part => readMetaBlocks(meta[part]))];
  document.blocks.unshift(...(heading && !isThere ? [heading] : []), ...rest);
  // Pandoc would write the footnotes of metadata once more.
  for (const part of ['title', ...parts]) delete meta[part];
}
