import type { PageContent, TextPiece } from '../layout/content.ts';
import type { Bookmark } from '../source.ts';

/**
 * Reduces a title to letters and digits: an outline writes its titles with other spaces and numbers than the
 * page.
 */
export const makeKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
const removeNumber = (text: string): string => text.replace(/^(?:[\divxlc]+[.):\s]+)+/i, '');

/** Finds the pieces of text that the outline names as headings, with its levels. */
export function locateOutline(
  pages: readonly PageContent[],
  outline: readonly Bookmark[],
): Map<TextPiece, number> {
  const found = new Map<TextPiece, number>();
  if (outline.length === 0) return found;
  const byNumber = new Map(pages.map(page => [page.number, page]));
  const index = new Map<PageContent, Map<string, TextPiece>>();
  const indexPage = (page: PageContent): Map<string, TextPiece> => {
    const known = index.get(page);
    if (known) return known;
    const keys = new Map<string, TextPiece>();
    for (const piece of page.pieces)
      if (piece.kind === 'text' && !piece.furniture && piece.text.length < 300)
        for (const key of [makeKey(piece.text), makeKey(removeNumber(piece.text))])
          if (key.length > 2 && !keys.has(key)) keys.set(key, piece);
    index.set(page, keys);
    return keys;
  };
  for (const { title, level, page: number } of outline) {
    const keys = [makeKey(title), makeKey(removeNumber(title))].filter(key => key.length > 2);
    for (const near of number === undefined ? [] : [number, number + 1, number - 1]) {
      const page = byNumber.get(near);
      const piece = page && keys.map(key => indexPage(page).get(key)).find(each => each !== undefined);
      if (!piece) continue;
      if (!found.has(piece)) found.set(piece, level);
      break;
    }
  }
  return found;
}
