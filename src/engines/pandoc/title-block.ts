import type { PandocDocument } from './images.ts';

interface Meta {
  t: string;
  c: unknown;
}
type Block = { t: string; c: unknown };

/** In the order they stand on a page. */
const parts = ['subtitle', 'author', 'date', 'abstract'];

function blocksOf(meta: Meta | undefined): Block[] {
  if (meta?.t === 'MetaInlines') return [{ t: 'Para', c: meta.c }];
  if (meta?.t === 'MetaString' && meta.c) return [{ t: 'Para', c: [{ t: 'Str', c: meta.c }] }];
  if (meta?.t === 'MetaBlocks') return meta.c as Block[];
  if (meta?.t === 'MetaList') return (meta.c as Meta[]).flatMap(blocksOf);
  return [];
}

/**
 * Puts what Pandoc takes for facts about a document back at its head: the title of a Word or TeX file is text like the
 * rest, and writers of a text alone leave it out.
 */
export function showTitle(document: PandocDocument): void {
  const meta = document.meta as Record<string, Meta>;
  // Of several paragraphs of a title the first is the heading.
  const [title, ...further] = blocksOf(meta.title);
  const [first] = document.blocks as Block[];
  const heading = title && { t: 'Header', c: [1, ['', [], []], title.c] };
  const isThere =
    first?.t === 'Header' && JSON.stringify((first.c as unknown[])[2]) === JSON.stringify(title?.c);
  const rest = [...further, ...parts.flatMap(part => blocksOf(meta[part]))];
  document.blocks.unshift(...(heading && !isThere ? [heading] : []), ...rest);
}
