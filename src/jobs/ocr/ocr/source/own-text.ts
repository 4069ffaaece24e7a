import { readWords } from '../../../../engines/poppler/layout.ts';
import type { Line } from '../../../../engines/poppler/words.ts';
import { type Block, listWords, type Word } from '../page.ts';
import type { OwnText } from './source.ts';

/** A stamp or page number on a scan has fewer letters than this; a page with more has a text of its own. */
const fewLetters = 50;
const margin = 0.1;

/**
 * Reads the text of a document's pages, in points from the top left, indexed by page number minus `first`.
 */
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

/** The size of a page and whether it is a scan. */
export interface Drawing {
  /** The width and the height in points. */
  width: number;
  height: number;
  pixelsAPoint: number;
  /** True if most of the page is one image. */
  scanned: boolean;
}

/** Decides whether a page's own text is usable; undefined if there is none or it is meaningless. */
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

/** Fonts without a mapping to Unicode give private or impossible characters. */
function isUnreadable(text: string): boolean {
  const bad = text.match(/[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu)?.length ?? 0;
  return bad > text.length * 0.3;
}
