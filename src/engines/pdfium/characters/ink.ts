import type { Glyph, Style } from '../../../documents/source.ts';
import type { Pdfium } from '../module.ts';
import type { Scratch } from '../scratch.ts';
import { type Matrix, movePoint } from '../transform.ts';

/** Letters of scripts whose letters join, for the shapes of which browsers give no width in the file. */
export const joinedScript = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc](?<=\p{L})/u;
/** A width is a guess where the ink ends this far beyond it or before it, in type sizes. */
const beyond = 0.05;
const before = 0.2;
/** The space on each side of a letter's ink, in type sizes. */
const bearing = 0.05;

/**
 * Finds the right end of a joined letter: that of its advance width, or that of its ink if the two disagree.
 */
export function findJoinedRight(
  lib: Pdfium,
  textPage: number,
  index: number,
  loose: number,
  size: number,
  scratch: Scratch,
): number {
  const { pointer } = scratch;
  if (!lib._FPDFText_GetCharBox(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24))
    return loose;
  const ink = scratch.double(1);
  return ink > loose + beyond * size || ink < loose - before * size ? ink + bearing * size : loose;
}

/** The middle of a formula's signs is above its baseline by this share of the type size. */
const axis = 0.25;

/** Signs of at least this height, in type sizes, are around several rows or a fraction. */
const tall = 1.3;

/** Returns true if a bracket of a font for formulas may be drawn higher than others. */
export const mayBeTall = (text: string, { font }: Style): boolean =>
  /^[()[\]{}|‖]$/u.test(text) && /math/i.test(font);

/** Gives a large operator, root or bracket, which hangs from its origin, the height of its ink and the baseline of the formula. */
export function setUpright(
  glyph: Glyph,
  lib: Pdfium,
  textPage: number,
  index: number,
  page: Matrix,
  scratch: Scratch,
): Glyph {
  const { pointer } = scratch;
  if (!lib._FPDFText_GetCharBox(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24))
    return glyph;
  const edges = [2, 3].map(at => movePoint(page, scratch.double(0), scratch.double(at))[1]);
  const [top, bottom] = [Math.min(...edges), Math.max(...edges)];
  if (mayBeTall(glyph.text, glyph.style) && bottom - top < tall * glyph.style.size) return glyph;
  return { ...glyph, top, bottom, baseline: (top + bottom) / 2 + axis * glyph.style.size };
}
