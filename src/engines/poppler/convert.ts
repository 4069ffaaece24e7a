import type { Convert, Converted } from '../conversion.ts';
import { hasWords, hasWordsInPage } from '../text/has-words.ts';
import { pdfToHtml } from './html.ts';
import { pdfToImages } from './images.ts';
import { pdfToText } from './text.ts';

/** A scan has pictures of words and none to take. */
const noText = (found: boolean): Pick<Converted, 'warnings'> =>
  found ? {} : { warnings: ['no_text_layer'] };

export const convert: Convert = async ({ to, input, output, stem, dir, last, options, progress }) => {
  const { pages, password, dpi } = options;
  if (to === 'png') return pdfToImages(input, dir, { pages, password, dpi }, progress);
  if (to === 'html') {
    // A next step would print the filename as the document's title.
    const facts = await pdfToHtml(input, output, last ? stem : undefined, dir, { pages, password });
    return [{ path: output, metadata: facts, ...noText(await hasWordsInPage(output)) }];
  }
  const facts = await pdfToText(input, output, dir, { pages, password, layout: options.layout === 'layout' });
  return [{ path: output, metadata: facts, ...noText(await hasWords(output)) }];
};
