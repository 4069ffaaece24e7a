import type { Bookmark } from '../../documents/source.ts';
import type { Pdfium } from './module.ts';
import type { Scratch } from './scratch.ts';

const maxBookmarks = 20_000;
const deepest = 20;

/** Reads the document's outline, in order. */
export function readOutline(lib: Pdfium, document: number, scratch: Scratch): Bookmark[] {
  const found: Bookmark[] = [];
  const seen = new Set<number>();
  const visit = (parent: number, level: number): void => {
    let bookmark = lib._FPDFBookmark_GetFirstChild(document, parent);
    // An outline may be a ring.
    while (bookmark && !seen.has(bookmark) && found.length < maxBookmarks) {
      seen.add(bookmark);
      const own = bookmark;
      const title = scratch.utf16((buffer, bytes) => lib._FPDFBookmark_GetTitle(own, buffer, bytes));
      found.push({ title, level, page: findPage(lib, document, own) });
      if (level < deepest) visit(own, level + 1);
      bookmark = lib._FPDFBookmark_GetNextSibling(document, own);
    }
  };
  visit(0, 1);
  return found;
}

function findPage(lib: Pdfium, document: number, bookmark: number): number | undefined {
  let target = lib._FPDFBookmark_GetDest(document, bookmark);
  if (!target) {
    const action = lib._FPDFBookmark_GetAction(bookmark);
    target = action ? lib._FPDFAction_GetDest(document, action) : 0;
  }
  const index = target ? lib._FPDFDest_GetDestPageIndex(document, target) : -1;
  return index >= 0 ? index + 1 : undefined;
}
