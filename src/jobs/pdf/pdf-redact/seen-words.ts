import type { Box } from '../../../documents/boxes.ts';
import { recognise } from '../../../engines/tesseract/engine.ts';

/** The resolution at which pages are drawn to be recognised. */
export const wantedDpi = 220;

/** A word that was recognised, and its place. */
export type Word = Box & { text: string };

/** Reads the words of a picture, line by line. */
export async function readLines(recognition: Parameters<typeof recognise>[0]): Promise<Word[][]> {
  const blocks = await recognise(recognition);
  return blocks.flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.map(({ words }) => words)),
  );
}

/** Moves a word from a picture, measured in pixels, to its page, of which the picture shows a part. */
export const placeWord = ({ text, left, top, right, bottom }: Word, part: Box, scale: number): Word => ({
  text,
  left: part.left + left / scale,
  top: part.top + top / scale,
  right: part.left + right / scale,
  bottom: part.top + bottom / scale,
});
