import { detect } from './detect.ts';
import { models } from './models.ts';
import type { Pixels, Region } from './pixels.ts';
import { type Character, recognise } from './recognise.ts';

export type { Pixels, Region } from './pixels.ts';
export type { Character } from './recognise.ts';

/** Where there are lines of text on a page that is nearly upright; `scale` is the size in which they are looked for. */
export const findLines = async (page: Pixels, scale: number): Promise<Region[]> =>
  detect(page, scale, await models());

/** What stands in lines of a page, character by character: Chinese and English, and whatever else is written in their letters. */
export const readLines = async (page: Pixels, lines: readonly Region[]): Promise<Character[][]> =>
  recognise(page, lines, await models());
