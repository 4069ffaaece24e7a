import { dropLayoutTags, showCoverOnce } from './book/book.ts';
import { dropDivisions } from './divisions.ts';
import { markLooks } from './html/span-looks.ts';
import { showCitationKeys } from './latex/citations.ts';
import { nameAlerts } from './markdown/alerts.ts';
import { tickTasks } from './markdown/task-lists.ts';
import { setFormulasInLine, setTableHeads } from './odt/odt.ts';
import { writeCaptionsBelow } from './pictures/captions.ts';
import { dropSpans } from './pictures/images.ts';
import { layOnSlides } from './slides.ts';
import type { PandocDocument } from './syntax-tree.ts';
import { showTitle } from './title-block.ts';

/** Formats whose metadata does not stand in their text. */
const factsApart = new Set(['html', 'epub']);
/** The writers that write the marks of a page's spans out. */
const writesSpans = new Set(['adoc', 'ipynb', 'mediawiki']);

/** Returns true if metadata is passed on as it is: Markdown has a front matter of its own. */
export const keepsFacts = (from: string, to: string): boolean => from === 'md' && to === 'md';

/** Changes a document where its format means something else than the output's, or where Pandoc's writer would lose something. */
export function fitDocument(document: PandocDocument, from: string, to: string): void {
  if (from === 'epub' && to !== 'html') showCoverOnce(document);
  if (from === 'md') tickTasks(document);
  if (from === 'md' && to !== 'md') nameAlerts(document);
  if (from === 'tex') showCitationKeys(document);
  if (from === 'odt') {
    setFormulasInLine(document);
    setTableHeads(document);
  }
  const isText = to === 'txt' || to === 'md';
  if (isText && !keepsFacts(from, to) && !factsApart.has(from)) showTitle(document);
  if (from === 'html') markLooks(document);
  if (to === 'md' || (from === 'html' && writesSpans.has(to))) dropSpans(document);
  if (to === 'md' && from === 'epub') dropLayoutTags(document);
  if (to === 'md' || to === 'pptx') dropDivisions(document);
  if (to === 'pptx') layOnSlides(document);
  if (to === 'rtf') writeCaptionsBelow(document);
}
