import { heightOf, widthOf } from '../../../boxes.ts';
import type { SourcePage } from '../../../source.ts';
import { isWhite } from './colours.ts';

/** The height of type in points, and how much wider than high a letter can be. */
const [lowest, highest] = [3, 72];
const widest = 2;
/** Fewer shapes are a logo or an ornament. */
const minShapes = 20;

/** Returns true if a page has no characters but enough shapes of their size: its text was converted to outlines. */
export function hasDrawnLetters({ glyphs, fills }: SourcePage): boolean {
  const letters = glyphs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (letters.some(({ style }) => !style.invisible)) return false;
  const shapes = fills.filter(
    fill =>
      !isWhite(fill.colour) &&
      heightOf(fill) >= lowest &&
      heightOf(fill) <= highest &&
      widthOf(fill) <= widest * heightOf(fill),
  );
  // A layer of more text than there are shapes says more than the page shows.
  return shapes.length >= Math.max(minShapes, letters.length / 2);
}
