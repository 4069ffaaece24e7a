import { readWords } from '../../../../engines/poppler/layout.ts';
import type { Line } from '../../../../engines/poppler/words.ts';
import { type Block, listWords, type Word } from '../page.ts';
import type { OwnText } from './source.ts';

/** A stamp or page number on a scan is fewer letters than this; a page with more has its text. */
const fewLetters = 50;
const margin = 0.1;

/** The text that pages of a document have, measured in points from the top left; index by page number less `first`. */
export async function readOwnTexts(
  file: string,
  first: number,
  last: number,
  dir: string,
): Promise<Block[][]> {
  const pages = await readWords(file, { first, last }, dir, ['-cropbox']);
  const readLine = ({ words }: Line) => ({ words: words.map(word => ({ ...word, confidence: 100 })) });
  return pages.map(({ blocks }) =>
    blocks.map(({ lines }) => ({ paragraphs: [{ lines: lines.map(readLine) }] })),
  );
}

/** How a page is drawn. */
export interface Drawing {
  /** In points. */
  width: number;
  height: number;
  pixelsAPoint: number;
  /** Most of it is one image. */
  scanned: boolean;
}

/** What a page's own text is worth; undefined where it has none, or none that means anything. */
export function judgeOwnText(blocks: Block[], drawing: Drawing): OwnText | undefined {
  const words = listWords(blocks);
  const text = words.map(word => word.text).join('');
  if (text.trim() === '' || isUnreadable(text)) return undefined;
  const stamped = drawing.scanned && words.every(word => liesInMargin(word, drawing));
  const { pixelsAPoint } = drawing;
  for (const word of words)
    for (const side of ['left', 'top', 'right', 'bottom'] as const) word[side] *= pixelsAPoint;
  return { blocks, enough: !stamped && (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= fewLetters };
}

/** Courts and libraries stamp scans with a line at an edge, which may be long. */
function liesInMargin({ left, top, right, bottom }: Word, { width, height }: Drawing): boolean {
  const [across, down] = [width * margin, height * margin];
  return bottom < down || top > height - down || right < across || left > width - across;
}

/** Fonts that do not say which letters they draw give private or impossible ones. */
function isUnreadable(text: string): boolean {
  const bad = text.match(/[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu)?.length ?? 0;
  return bad > text.length * 0.3;
}
