import { type Block, type Document, isFurniture } from '../../model.ts';

/** A page ends early if this share of its height stays empty below it, compared with the fullest page. */
const emptyShare = 0.25;

/**
 * Finds the blocks that begin a new page on purpose, and not because the one before was full: those after a page that
 * ends early, and all headings of a level whose headings always begin a page. Tables, pictures and list items do not count, because they are
 * also moved to the next page if they do not fit.
 */
export function findPageStarts({ blocks, pages }: Document): Set<Block> {
  const heights = new Map(pages.map(({ number, height }) => [number, height]));
  const content = blocks.filter(block => !isFurniture(block) && block.places.length > 0);
  /** How far down each page has content, as a share of its height. */
  const filled = new Map<number, number>();
  for (const { page, box } of content.flatMap(({ places }) => places))
    filled.set(
      page,
      Math.max(filled.get(page) ?? 0, box.bottom / (heights.get(page) ?? Number.POSITIVE_INFINITY)),
    );
  const fullest = Math.max(0, ...filled.values());

  const firsts = content
    .filter(({ kind }) => kind !== 'footnote')
    .filter((block, at, all) => at > 0 && block.places[0]!.page > lastPage(all[at - 1]!));
  const starts = new Set(
    firsts.filter(
      block =>
        (block.kind === 'heading' || block.kind === 'paragraph') &&
        fullest - (filled.get(block.places[0]!.page - 1) ?? 0) > emptyShare,
    ),
  );
  for (const level of new Set(
    [...starts].flatMap(block => (block.kind === 'heading' ? [block.level] : [])),
  )) {
    const [, ...others] = content.filter(block => block.kind === 'heading' && block.level === level);
    if (others.every(block => firsts.includes(block))) for (const block of others) starts.add(block);
  }
  return starts;
}

const lastPage = ({ places }: Block): number => Math.max(...places.map(({ page }) => page));
