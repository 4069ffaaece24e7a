import { detect } from './detect.ts';
import { loadModels, type Models } from './models.ts';
import type { Pixels, Region } from './pixels.ts';
import { type Character, computeWidth, recognise } from './recognise.ts';

export type { Pixels, Region } from './pixels.ts';
export type { Character } from './recognise.ts';

/** The models or their runtime are missing or fail; callers go on without them where they can. */
export class SecondReaderUnusable extends Error {}

async function withModels<Result>(use: (loaded: Models) => Promise<Result>): Promise<Result> {
  try {
    return await use(await loadModels());
  } catch (error) {
    throw new SecondReaderUnusable(String(error), { cause: error });
  }
}

/** Finds the lines of text on a page that is nearly upright; `scale` is the size in which they are looked for. */
export const findLines = (page: Pixels, scale: number): Promise<Region[]> =>
  withModels(loaded => detect(page, scale, loaded));

/** Reads lines of a page, character by character: Chinese and English, and other languages written in their letters. */
export const readLines = (page: Pixels, lines: readonly Region[]): Promise<Character[][]> =>
  withModels(loaded => recognise(page, lines, loaded));

/**
 * Estimates the effort to read a line, in the pixels of its width that are looked at: a thousand of them take a quarter
 * of a second.
 */
export const estimateEffort = (line: Region): number => computeWidth(line);
