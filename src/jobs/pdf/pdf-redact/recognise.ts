import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Box } from '../../../documents/boxes.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { recognise } from '../../../engines/tesseract/engine.ts';
import type { PageText } from './page-text.ts';

const wantedDpi = 220;
const mostPixels = 40_000_000;
/** Tesseract finds the parts of the page by itself. */
const segmentation = 3;

export interface RecognisedPage extends PageText {
  /** The words, in points from the upper left of the page as it is shown. */
  words: Box[];
}

/** Reads the words that can be seen on pages, each page as soon as a core is free. */
export async function recognisePages(
  document: PdfiumDocument,
  languages: readonly string[],
  dir: string,
  progress: (share: number) => void,
): Promise<RecognisedPage[]> {
  const pages: RecognisedPage[] = [];
  const waiting = Array.from({ length: document.pageCount }, (_, index) => index).values();
  let done = 0;
  const work = async () => {
    for (const index of waiting) {
      pages[index] = await recognisePage(document, index, languages, dir);
      progress(++done / document.pageCount);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return pages;
}

async function recognisePage(
  document: PdfiumDocument,
  index: number,
  languages: readonly string[],
  dir: string,
): Promise<RecognisedPage> {
  const size = document.pageSize(index);
  const most = Math.sqrt(mostPixels / Math.max(1, size.width * size.height));
  const scale = Math.min(wantedDpi / 72, most);
  const [width, height] = [
    Math.max(1, Math.round(size.width * scale)),
    Math.max(1, Math.round(size.height * scale)),
  ];
  const { data } = document.render(index, width, height);
  const image = join(dir, `page-${index}.png`);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .greyscale()
    .png({ compressionLevel: 1 })
    .toFile(image);
  const blocks = await recognise({ image, languages, segmentation, dpi: Math.round(72 * scale), dir });
  const page: RecognisedPage = { text: '', owners: [], words: [] };
  for (const line of blocks.flatMap(block => block.paragraphs.flatMap(({ lines }) => lines))) {
    for (const { text, left, top, right, bottom } of line.words) {
      const letters = `${text.normalize('NFKC')} `;
      page.text += letters;
      for (let unit = 1; unit < letters.length; unit++) page.owners.push(page.words.length);
      page.owners.push(-1);
      page.words.push({ left: left / scale, top: top / scale, right: right / scale, bottom: bottom / scale });
    }
  }
  return page;
}
