import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Box, heightOf, widthOf } from '../../../documents/boxes.ts';
import { type PreparedPage, preparePage } from '../../../documents/layout/characters/prepare.ts';
import {
  addRecognised,
  prepareRecognised,
  type RecognisedWord,
} from '../../../documents/layout/characters/recognised.ts';
import type { SourcePage } from '../../../documents/source.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { listLines, transformToPage } from '../../ocr/ocr/page.ts';
import { readPages } from '../../ocr/ocr/read/read-pages.ts';
import { maxPixels } from '../../ocr/ocr/source/source.ts';
import type { WorkContext } from '../../run.ts';

const usualDpi = 300;

interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Draws a part of a page in grey. */
function drawGrey(source: PdfiumDocument, page: SourcePage, box: Box, dpi: number): Grey {
  const { width, height, data: colours } = source.renderPart(page.number - 1, box, dpi / 72);
  const data = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < data.length; at++, from += 3)
    data[at] = (colours[from]! * 77 + colours[from + 1]! * 150 + colours[from + 2]! * 29) >> 8;
  return { width, height, data };
}

const chooseDpi = (box: Box): number =>
  Math.min(usualDpi, 72 * Math.sqrt(maxPixels / Math.max(1, widthOf(box) * heightOf(box))));

/** Recognises the words in a part of a page, line by line, in points of the page. */
async function recogniseBox(
  { number }: SourcePage,
  box: Box,
  grey: () => Promise<Grey>,
  languages: readonly string[],
  dir: string,
  begin: WorkContext<unknown>['begin'],
): Promise<RecognisedWord[][]> {
  const dpi = chooseDpi(box);
  const width = Math.max(1, Math.round((widthOf(box) * dpi) / 72));
  const height = Math.max(1, Math.round((heightOf(box) * dpi) / 72));
  const own = await mkdtemp(join(dir, 'page-'));
  const [read] = await readPages(
    [{ number, width, height, dpi, grey }],
    { languages, segmentation: 3, rotate: 'auto', clean: true, deskew: true, dir: own },
    { begin, progress: () => {} },
  );
  if (!read) return [];
  const points = 72 / dpi;
  return listLines(read.blocks).map(line =>
    line.words.map(word => {
      const { left, top, right, bottom } = transformToPage(read, word);
      return {
        text: word.text,
        confidence: word.confidence,
        left: box.left + left * points,
        top: box.top + top * points,
        right: box.left + right * points,
        bottom: box.top + bottom * points,
      };
    }),
  );
}

/** Recognises the words in the picture of a page. */
export async function recognisePage(
  source: PdfiumDocument,
  page: SourcePage,
  languages: readonly string[],
  dir: string,
  begin: WorkContext<unknown>['begin'],
): Promise<PreparedPage> {
  const box = { left: 0, top: 0, right: page.width, bottom: page.height };
  const drawBox = async () => drawGrey(source, page, box, chooseDpi(box));
  return prepareRecognised(page, await recogniseBox(page, box, drawBox, languages, dir, begin));
}

/** Print is light paper with some dark ink, or the reverse, and little between them. */
const minPaper = 0.5;
const minInk = 0.01;
const maxGrey = 0.25;

function looksLikePrint({ data }: Grey): boolean {
  let [light, dark] = [0, 0];
  for (const value of data)
    if (value > 190) light++;
    else if (value < 110) dark++;
  const [paper, ink] = [Math.max(light, dark) / data.length, Math.min(light, dark) / data.length];
  return paper >= minPaper && ink >= minInk && 1 - paper - ink <= maxGrey;
}

/** Words that are less sure than this are guesses at a drawing. */
const minConfidence = 60;
const minWords = 2;

/** Recognises the words in those pictures of a typed page that look like print, and puts them in the pictures' places. */
export async function recogniseImages(
  source: PdfiumDocument,
  page: SourcePage,
  boxes: readonly Box[],
  languages: readonly string[],
  dir: string,
  begin: WorkContext<unknown>['begin'],
): Promise<PreparedPage> {
  let prepared = preparePage(page);
  for (const box of boxes) {
    const drawn = drawGrey(source, page, box, chooseDpi(box));
    if (!looksLikePrint(drawn)) continue;
    const lines = (await recogniseBox(page, box, async () => drawn, languages, dir, begin))
      .map(line => line.filter(({ confidence }) => confidence >= minConfidence))
      .filter(line => line.some(({ text }) => /[\p{L}\p{N}]{2}/u.test(text)));
    if (lines.flat().length >= minWords) prepared = addRecognised(prepared, box, lines);
  }
  return prepared;
}
