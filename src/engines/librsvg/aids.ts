import { readFile } from 'node:fs/promises';
import type { Aids } from '../conversion.ts';
import { ProgramFailure } from '../program.ts';
import { convertSvgToPng } from './engine.ts';

/** Draws pictures as PNG files beside them, and returns those that could be drawn. */
export const drawVectors: Aids['drawVectors'] = async (pictures, zoom, dir) => {
  const made = new Map<string, string>();
  for (const path of pictures) {
    const drawing = `${path}.png`;
    try {
      await convertSvgToPng(await readFile(path), drawing, { zoom, dir });
      made.set(path, drawing);
    } catch (error) {
      // The text of the document is worth having without a broken picture.
      if (!(error instanceof ProgramFailure)) throw error;
    }
  }
  return made;
};
