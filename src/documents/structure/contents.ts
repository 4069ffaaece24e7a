import type { PageContent, TextPiece } from '../layout/content.ts';
import { mayBeHeading, readDepth } from './heading-candidates.ts';
import { makeKey } from './outline.ts';

/** Entries whose left edges differ by less than this, in points, are equally deep. */
const sameLeft = 5;
const deepest = 6;

interface Named {
  key: string;
  level: number;
  page: number;
}

/**
 * Reads the titles in printed tables of contents, with a level that follows from their numbers or their
 * indentation.
 */
function readEntries(pages: readonly PageContent[]): Named[] {
  const entries = pages.flatMap(page =>
    page.pieces.flatMap(piece => (piece.kind === 'text' && piece.entry ? [{ piece, page }] : [])),
  );
  const lefts: number[] = [];
  for (const left of entries.map(({ piece }) => piece.left).sort((a, b) => a - b))
    if (left - (lefts.at(-1) ?? -Infinity) > sameLeft) lefts.push(left);
  return entries.map(({ piece, page }) => ({
    key: makeKey(piece.entry!),
    level: Math.min(
      deepest,
      readDepth(piece.entry!) ?? lefts.filter(left => left <= piece.left + sameLeft).length,
    ),
    page: page.number,
  }));
}

/** Finds the pieces of text that a printed table of contents names as headings, with its levels. */
export function locateContents(pages: readonly PageContent[]): Map<TextPiece, number> {
  const found = new Map<TextPiece, number>();
  const named = new Map(readEntries(pages).map(entry => [entry.key, entry]));
  if (named.size === 0) return found;
  const located = new Set<string>();
  for (const page of pages)
    for (const piece of page.pieces) {
      if (piece.kind !== 'text' || piece.entry !== undefined || !mayBeHeading(piece)) continue;
      const key = makeKey(piece.text);
      const entry = named.get(key);
      if (!entry || key.length < 3 || page.number <= entry.page || located.has(key)) continue;
      located.add(key);
      found.set(piece, entry.level);
    }
  return found;
}
