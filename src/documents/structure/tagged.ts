import type { PageContent, TextPiece } from '../layout/content.ts';

/** Fewer headings in the whole tree say little: most programs that make PDFs tag everything as paragraphs. */
const minHeadings = 2;

/** Finds the pieces that the structure tree of a tagged document marks as headings, with their levels. */
export function locateTagged(pages: readonly PageContent[]): Map<TextPiece, number> {
  const found = new Map<TextPiece, number>();
  for (const { pieces, headingMarks } of pages) {
    if (headingMarks.size === 0) continue;
    for (const piece of pieces) {
      if (piece.kind !== 'text' || piece.furniture || piece.marks.size === 0) continue;
      const levels = [...piece.marks].map(mark => headingMarks.get(mark));
      if (levels[0] !== undefined && levels.every(level => level !== undefined) && /\p{L}/u.test(piece.text))
        found.set(piece, levels[0]);
    }
  }
  return found.size >= minHeadings ? found : new Map();
}
