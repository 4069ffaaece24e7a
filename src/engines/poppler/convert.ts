import { hasWords, hasWordsInPage } from '../../markup/has-words.ts';
import type { Convert, Converted } from '../conversion.ts';
import { pdfToHtml } from './html.ts';
import { pdfToImages } from './images.ts';
import { countScans } from './scans.ts';
import { pdfToText, type ReadPdf } from './text.ts';

/** Fewer scans among typed pages are covers and plates of a book. */
const leastShare = 0.1;

/** Describes a document as a scan where all or some of its pages are pictures of words. */
async function described(
  path: string,
  { file, pages, bare }: ReadPdf,
  dir: string,
  hasAny: (path: string) => Promise<boolean>,
): Promise<Converted> {
  const scans = await countScans(file, bare, dir);
  const lacksText = !(await hasAny(path)) || (scans > 0 && scans >= pages * leastShare);
  const metadata = { pages, textPages: pages - bare.length };
  return { path, metadata, ...(lacksText && { warnings: ['no_text_layer'] }) };
}

export const convert: Convert = async ({ to, input, output, stem, dir, last, options, progress }) => {
  const { pages, password, dpi } = options;
  if (to === 'png') return pdfToImages(input, dir, { pages, password, dpi }, progress);
  if (to === 'html') {
    // A next step would print the filename as the document's title.
    const read = await pdfToHtml(input, output, last ? stem : undefined, dir, { pages, password });
    return [await described(output, read, dir, hasWordsInPage)];
  }
  const read = await pdfToText(input, output, dir, { pages, password, layout: options.layout === 'layout' });
  return [await described(output, read, dir, hasWords)];
};
