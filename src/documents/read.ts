import { arrangePage } from './layout/arrange.ts';
import type { PreparedPage } from './layout/characters/prepare.ts';
import type { PageContent } from './layout/content.ts';
import { findFurniture, neighbours } from './layout/margins/margins.ts';
import type { Line } from './layout/page.ts';
import type { Document, Furniture } from './model.ts';
import type { Bookmark } from './source.ts';
import { buildDocument } from './structure/build.ts';

/** Fewer invisible letters than this do not count as hidden text. */
const fewHidden = 3;

export interface JudgedPage {
  page: PreparedPage;
  furniture: Map<Line, Furniture['kind']>;
}

/**
 * Finds the lines of each page that are not content. Pages are kept only as long as their neighbours need
 * them.
 */
export async function* judgePages(
  pages: AsyncIterable<PreparedPage> | Iterable<PreparedPage>,
): AsyncGenerator<JudgedPage> {
  const window: PreparedPage[] = [];
  let [judged, first] = [0, 0];
  // The page in the middle of the window is judged once its neighbours on both sides are there.
  const judgeNext = (): JudgedPage => {
    const at = judged++ - first;
    const next = { page: window[at]!, furniture: findFurniture(window, at) };
    if (at >= neighbours) {
      window.shift();
      first++;
    }
    return next;
  };
  for await (const page of pages) {
    window.push(page);
    if (first + window.length - judged > neighbours) yield judgeNext();
  }
  while (judged < first + window.length) yield judgeNext();
}

/** Keeps running heads and page numbers as content if a document has nothing else. */
function keepOnlyText(pages: readonly PageContent[]): void {
  const pieces = pages.flatMap(page => page.pieces);
  if (pieces.some(piece => piece.kind !== 'text' || piece.furniture === undefined)) return;
  for (const piece of pieces)
    if (piece.kind === 'text' && (piece.furniture === 'page-number' || piece.furniture === 'running-head'))
      delete piece.furniture;
}

/** Reads a document from its pages. */
export async function readDocument(
  pages: AsyncIterable<PreparedPage> | Iterable<PreparedPage>,
  outline: readonly Bookmark[],
): Promise<Document> {
  const contents: PageContent[] = [];
  let hidden = 0;
  for await (const { page, furniture } of judgePages(pages)) {
    hidden += page.hidden;
    contents.push(arrangePage(page, furniture));
  }
  keepOnlyText(contents);
  return buildDocument(contents, outline, hidden > fewHidden);
}
