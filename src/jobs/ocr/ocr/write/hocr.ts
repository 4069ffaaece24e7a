import { around } from '../../../../documents/boxes.ts';
import { type Line, type Paragraph, type ReadPage, transformToPage, type Word } from '../page.ts';

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[<>&"]/g, character => entities[character] ?? character);

const makeHead = (title: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
 <head>
  <title>${escapeHtml(title)}</title>
  <meta http-equiv="Content-Type" content="text/html;charset=utf-8"/>
  <meta name="ocr-system" content="filemill"/>
  <meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word"/>
 </head>
 <body>
`;

/** Writes hOCR 1.2: the page's structure as HTML, with boxes and confidence in the titles. */
export const formatHocr = (pages: readonly ReadPage[], title: string): string =>
  `${makeHead(title)}${pages.map(formatPage).join('')} </body>\n</html>\n`;

function formatPage(page: ReadPage): string {
  const writeBox = (words: readonly Word[]): string => {
    const { left, top, right, bottom } = around(words.map(word => transformToPage(page, word)));
    return `bbox ${[left, top, right, bottom].map(Math.round).join(' ')}`;
  };
  const writeId = (kind: string, ...numbers: number[]) =>
    `id="${kind}_${[page.number, ...numbers.map(number => number + 1)].join('_')}"`;
  const writeWord = (word: Word, ...at: number[]): string =>
    `<span class="ocrx_word" ${writeId('word', ...at)} title="${writeBox([word])}; x_wconf ${Math.round(word.confidence)}">${escapeHtml(word.text)}</span>`;
  const writeLine = (line: Line, ...at: number[]): string =>
    `     <span class="ocr_line" ${writeId('line', ...at)} title="${writeBox(line.words)}">${line.words.map((word, w) => writeWord(word, ...at, w)).join(' ')}</span>\n`;
  const writeParagraph = ({ lines }: Paragraph, ...at: number[]): string =>
    `    <p class="ocr_par" ${writeId('par', ...at)} title="${writeBox(lines.flatMap(line => line.words))}">\n${lines.map((line, l) => writeLine(line, ...at, l)).join('')}    </p>\n`;
  const blocks = page.blocks.map(({ paragraphs }, b) => {
    const words = paragraphs.flatMap(({ lines }) => lines.flatMap(line => line.words));
    const inner = paragraphs.map((paragraph, p) => writeParagraph(paragraph, b, p)).join('');
    return `   <div class="ocr_carea" ${writeId('block', b)} title="${writeBox(words)}">\n${inner}   </div>\n`;
  });
  const place = `bbox 0 0 ${page.width} ${page.height}; ppageno ${page.number - 1}; scan_res ${Math.round(page.dpi)} ${Math.round(page.dpi)}`;
  return `  <div class="ocr_page" ${writeId('page')} title="${place}">\n${blocks.join('')}  </div>\n`;
}
