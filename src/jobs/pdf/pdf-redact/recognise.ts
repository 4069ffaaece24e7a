import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Box, sharedY } from '../../../documents/boxes.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import type { AreaBox } from '../../../engines/pikepdf/redaction.ts';
import type { Legibility } from './legible.ts';
import { lineSign, type PageText } from './page-text.ts';
import { learnLetters } from './samples.ts';
import { placeWord, readLines, type Word, wantedDpi } from './seen-words.ts';

const maxPixels = 40_000_000;
/** Tesseract finds the parts of the page by itself. */
const segmentation = 3;
/** Points above and below what was erased that are recognised with it, at least. */
const minRoom = 12;
/** If more of a page than this share must be recognised, all of it is. */
const maxShare = 0.5;

/** A page, or a part of it. */
export interface RecognisedPage extends PageText {
  /** The index of the page, counted from 0. */
  index: number;
  /** The words, in points from the upper left of the page as it is shown. */
  words: Word[];
}

interface Recognition {
  languages: readonly string[];
  dir: string;
  legibility: Legibility;
  /** Tells what was erased from a page, which is always looked at. */
  listErased(index: number): readonly AreaBox[];
  progress(share: number): void;
}

/**
 * Reads the words that can be seen on pages, as far as their text does not tell them; each page as soon as a core is free.
 * Pages that must be seen in any case come first, since the letters of the others are learnt from them.
 */
export async function recognisePages(
  document: PdfiumDocument,
  { languages, dir, legibility, listErased, progress }: Recognition,
): Promise<RecognisedPage[]> {
  const found: RecognisedPage[] = [];
  const indexes = Array.from({ length: document.pageCount }, (_, index) => index);
  const first = indexes.filter(index => legibility.isUnsure(index));
  const waiting = [...first, ...indexes.filter(index => !legibility.isUnsure(index))].values();
  await learnLetters(document, languages, dir, legibility);
  let done = 0;
  const work = async () => {
    for (const index of waiting) {
      for (const box of listParts(document, index, legibility.mustBeSeen(index), listErased(index))) {
        const page = await recognisePart(document, { index, box }, languages, dir);
        legibility.learn(index, document.read(index).glyphs, page.words);
        found.push(page);
      }
      progress(++done / document.pageCount);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return found;
}

/** Lists the parts of a page to recognise: all of it, or the lines that something was erased from. */
function listParts(
  document: PdfiumDocument,
  index: number,
  isWhole: boolean,
  erased: readonly AreaBox[],
): Box[] {
  if (!isWhole && erased.length === 0) return [];
  const { width, height } = document.pageSize(index);
  const whole = { left: 0, top: 0, right: width, bottom: height };
  if (isWhole) return [whole];
  const parts: Box[] = [];
  for (const [, top, , bottom] of erased.toSorted((a, b) => a[1] - b[1])) {
    const room = Math.max(minRoom, bottom - top);
    const part = { ...whole, top: Math.max(0, top - room), bottom: Math.min(height, bottom + room) };
    const last = parts.at(-1);
    if (last && sharedY(last, part) > 0) last.bottom = Math.max(last.bottom, part.bottom);
    else if (part.top < part.bottom) parts.push(part);
  }
  const share = parts.reduce((sum, { top, bottom }) => sum + bottom - top, 0) / height;
  return share > maxShare ? [whole] : parts;
}

async function recognisePart(
  document: PdfiumDocument,
  { index, box }: { index: number; box: Box },
  languages: readonly string[],
  dir: string,
): Promise<RecognisedPage> {
  const area = (box.right - box.left) * (box.bottom - box.top);
  const scale = Math.min(wantedDpi / 72, Math.sqrt(maxPixels / Math.max(1, area)));
  const { data, width, height } = document.renderPart(index, box, scale);
  const image = join(dir, `page-${index}.png`);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .greyscale()
    .png({ compressionLevel: 1 })
    .toFile(image);
  const lines = await readLines({ image, languages, segmentation, dpi: Math.round(72 * scale), dir });
  const page: RecognisedPage = { index, text: '', owners: [], words: [] };
  for (const line of lines)
    for (const [at, word] of line.entries()) {
      const letters = word.text.normalize('NFKC');
      page.text += letters + (at + 1 < line.length ? ' ' : lineSign);
      for (let unit = 0; unit < letters.length; unit++) page.owners.push(page.words.length);
      page.owners.push(-1);
      page.words.push(placeWord(word, box, scale));
    }
  return page;
}
