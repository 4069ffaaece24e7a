import type { Glyph } from '../../source.ts';

/** This many dots in a row lead the eye, as from a heading to its page number, and have no meaning. */
const fewest = 5;

const isDot = ({ text }: Glyph): boolean => text === '.' || text === '·' || text === '…';

/** Drops leading dots. The text on both sides of them is two words. */
export function dropLeaders(glyphs: readonly Glyph[]): Glyph[] {
  const kept: Glyph[] = [];
  for (let at = 0; at < glyphs.length; ) {
    let end = at;
    const first = glyphs[at]!;
    while (end < glyphs.length && isDot(glyphs[end]!) && Math.abs(glyphs[end]!.baseline - first.baseline) < 2)
      end++;
    const dots = end - at;
    if (dots >= fewest || (dots >= 3 && glyphs.slice(at, end).every(glyph => glyph.text === '…'))) {
      at = end;
      const next = glyphs[at];
      if (next) kept.push({ ...next, spaceBefore: true, led: true });
      at++;
    } else {
      kept.push(...glyphs.slice(at, Math.max(end, at + 1)));
      at = Math.max(end, at + 1);
    }
  }
  return kept;
}
