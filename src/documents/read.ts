import { arrangePage } from './layout/arrange.ts';
import type { PageContent } from './layout/content.ts';
import { findFurniture, neighbours } from './layout/margins.ts';
import type { PreparedPage } from './layout/prepare.ts';
import type { Document } from './model.ts';
import type { Bookmark } from './source.ts';
import { buildDocument } from './structure/build.ts';

/** Fewer letters that nobody sees are no text that was hidden. */
const fewHidden = 3;

/** Reads a document from its pages, which are kept only as long as their neighbours need them. */
export async function readDocument(
  pages: AsyncIterable<PreparedPage> | Iterable<PreparedPage>,
  outline: readonly Bookmark[],
): Promise<Document> {
  const window: PreparedPage[] = [];
  const contents: PageContent[] = [];
  let [hidden, first] = [0, 0];
  // The page in the middle of the window is arranged once its neighbours on both sides are there.
  const arrangeNext = () => {
    const at = contents.length - first;
    contents.push(arrangePage(window[at]!, findFurniture(window, at)));
    if (at >= neighbours) {
      window.shift();
      first++;
    }
  };
  for await (const page of pages) {
    hidden += page.hidden;
    window.push(page);
    if (first + window.length - contents.length > neighbours) arrangeNext();
  }
  while (contents.length < first + window.length) arrangeNext();
  return buildDocument(contents, outline, hidden > fewHidden);
}
