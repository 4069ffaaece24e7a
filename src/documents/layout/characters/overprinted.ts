import type { Glyph } from '../../source.ts';

/** The same character closer than this, in type sizes, was printed again to look bold or to have a shadow. */
const closest = 0.1;
const cell = 2;
/** Characters of one ligature have one place and follow each other. */
const longestLigature = 3;

/** Names a cell of the page by one number, which a map finds faster than a text. */
const nameCell = (x: number, y: number): number => x * 0x2_0000 + y;

/** Drops the characters of a page that are printed a second time at the same position. */
export function dropOverprinted(glyphs: readonly Glyph[]): Glyph[] {
  const placesByText = new Map<string, Map<number, number[]>>();
  return glyphs.filter((glyph, at) => {
    const [x, y] = [Math.round(glyph.left / cell), Math.round(glyph.baseline / cell)];
    const near = closest * glyph.style.size;
    const isAgain = (index: number): boolean => {
      const other = glyphs[index]!;
      return (
        at - index > longestLigature &&
        Math.abs(other.left - glyph.left) < near &&
        Math.abs(other.baseline - glyph.baseline) < near
      );
    };
    const places = placesByText.get(glyph.text) ?? new Map<number, number[]>();
    placesByText.set(glyph.text, places);
    const reach = Math.ceil(near / cell);
    for (let dx = -reach; dx <= reach; dx++)
      for (let dy = -reach; dy <= reach; dy++)
        if (places.get(nameCell(x + dx, y + dy))?.some(isAgain)) return false;
    const key = nameCell(x, y);
    const own = places.get(key);
    if (own) own.push(at);
    else places.set(key, [at]);
    return true;
  });
}
