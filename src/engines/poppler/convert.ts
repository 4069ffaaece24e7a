import type { Convert } from '../conversion.ts';
import { pdfToHtml } from './html.ts';
import { pdfToImages } from './images.ts';
import { pdfToText } from './text.ts';

export const convert: Convert = async ({ to, input, output, stem, dir, last, options, progress }) => {
  const { pages, password, dpi } = options;
  if (to === 'png') return pdfToImages(input, dir, { pages, password, dpi }, progress);
  if (to === 'html') {
    // A next step would print the filename as the document's title.
    const facts = await pdfToHtml(input, output, last ? stem : undefined, dir, { pages, password });
    return [{ path: output, metadata: facts }];
  }
  const facts = await pdfToText(input, output, dir, { pages, password, layout: options.layout === 'layout' });
  return [{ path: output, metadata: facts }];
};
