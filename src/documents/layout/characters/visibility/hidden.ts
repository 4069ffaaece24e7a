import { type Box, holdsMiddle } from '../../../boxes.ts';
import type { Glyph, SourcePage } from '../../../source.ts';
import { isWhite } from './colours.ts';
import { hasDrawnLetters } from './drawn-letters.ts';

/** Type below this size, in points, cannot be read on paper or screen. */
const minSize = 1.5;
const offPage = 2;

/** Returns true if a picture or a coloured area lies under a character. */
function hasGround(glyph: Box, grounds: readonly Box[]): boolean {
  return grounds.some(ground => holdsMiddle(ground, glyph));
}

/** Keeps the visible characters, and counts the letters that nobody can see. */
export function keepVisible(page: SourcePage): { glyphs: Glyph[]; hidden: number } {
  const coloured = [...page.fills.filter(fill => !isWhite(fill.colour)), ...page.images];
  const isDrawn = hasDrawnLetters(page);
  const kept: Glyph[] = [];
  let hidden = 0;
  for (const glyph of page.glyphs) {
    const { style } = glyph;
    const isOff =
      glyph.right < -offPage ||
      glyph.left > page.width + offPage ||
      glyph.bottom < -offPage ||
      glyph.top > page.height + offPage;
    // Text that is not painted belongs to a scan where a picture lies under it, or to letters drawn as shapes.
    const isUnpainted = style.invisible && !isDrawn && !hasGround(glyph, page.images);
    const isPaper = isWhite(style.colour) && !style.invisible && !hasGround(glyph, coloured);
    if (isOff || isUnpainted || isPaper || style.size < minSize) {
      if (/[\p{L}\p{N}]/u.test(glyph.text)) hidden++;
    } else kept.push(glyph);
  }
  return { glyphs: kept, hidden };
}
