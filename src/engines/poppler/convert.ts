import { hasWords } from '../../markup/has-words.ts';
import type { Convert, Converted } from '../conversion.ts';
import { isPageImage, pdfToImages } from './images.ts';
import { countScans } from './scans.ts';
import { pdfToText, type ReadPdf } from './text.ts';

/** Fewer scans among typed pages are covers and plates of a book. */
const minShare = 0.1;

/** Describes a document without any text: all of it is scanned, or some of its pages. */
async function describeText(path: string, { file, pages, bare }: ReadPdf, dir: string): Promise<Converted> {
  const scans = await countScans(file, bare, dir);
  const lacksText = !(await hasWords(path)) || (scans > 0 && scans >= pages * minShare);
  const metadata = { pages, textPages: pages - bare.length };
  return { path, metadata, ...(lacksText && { warnings: ['no_text_layer'] }) };
}

export const convert: Convert = async ({ to, input, output, dir, options, progress }) => {
  const { pages, password } = options;
  if (isPageImage(to)) return pdfToImages(input, dir, { ...options, format: to }, progress);
  const read = await pdfToText(input, output, dir, { pages, password, layout: options.layout === 'layout' });
  return [await describeText(output, read, dir)];
};
