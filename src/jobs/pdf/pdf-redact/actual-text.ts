import type { Glyph } from '../../../documents/source.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { type Areas, addWords } from './find.ts';
import { isOnSameLine, listOwners, readPageTexts } from './page-text.ts';
import type { Search } from './search.ts';

/** Points by which two readings of a place may differ. */
const rounding = 0.1;

const isSamePlace = (a: Glyph, b: Glyph): boolean =>
  Math.abs(a.left - b.left) < rounding && Math.abs(a.top - b.top) < rounding;

/**
 * Finds what is sought in the words that stand for shown ones (ActualText), as browsers write them for Indic scripts, and adds the
 * characters for which they stand. `searchable` is the document without such words.
 */
export function findInActualText(
  document: PdfiumDocument,
  searchable: PdfiumDocument,
  pages: readonly number[],
  search: Search,
  areas: Areas,
): void {
  for (const index of pages) {
    const { glyphs } = document.read(index);
    const shown = searchable.read(index).glyphs;
    const texts = readPageTexts(glyphs);
    for (const [number, spans] of search.find(texts.map(({ text }) => text)).entries())
      for (const owners of listOwners(texts[number]!, spans)) {
        const drawn = [...new Set(owners.flatMap(owner => listShown(glyphs, owner, shown)))];
        // A word that the shown characters have too was found among them, to the letter.
        if (!drawn.some(glyph => areas.holds(index, glyph))) addWords(areas, index, drawn);
      }
  }
}

/** Lists the shown characters from the place of a letter to that of the next: all letters of a text stand where it begins. */
function listShown(glyphs: readonly Glyph[], owner: number, shown: readonly Glyph[]): readonly Glyph[] {
  const glyph = glyphs[owner]!;
  const first = shown.findIndex(other => isSamePlace(other, glyph));
  if (first < 0) return [glyph];
  const next = glyphs.slice(owner + 1).find(other => !isSamePlace(other, glyph));
  const end = shown.findIndex(
    (other, at) => at > first && (!isOnSameLine(other, glyph) || (next && isSamePlace(other, next))),
  );
  return shown.slice(first, end < 0 ? undefined : end);
}
