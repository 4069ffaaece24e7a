import type { Glyph, Style } from '../../../documents/source.ts';

/** A font that has written this many spaces on a page writes all of them. */
const fewest = 8;
/** A space that PDFium adds is at least this wide, in type sizes, in a font that writes its spaces. */
const narrowest = 0.17;

/**
 * Tells the spaces that PDFium adds between characters from those in the file. In a font that writes its spaces, a narrow
 * gap without one is no space: another font is shown in place of a missing one, and its letters are narrower.
 */
export class Spaces {
  readonly #written = new Map<string, number>();
  readonly #narrow: Glyph[] = [];
  #isAdded = false;

  add(style: Style | undefined, isAdded: boolean): void {
    this.#isAdded = isAdded;
    if (style && !isAdded) this.#written.set(style.font, (this.#written.get(style.font) ?? 0) + 1);
  }

  /** Notes the character after a space. */
  follow(glyph: Glyph, before: Glyph | undefined): void {
    if (this.#isAdded && before && isNarrow(before, glyph)) this.#narrow.push(glyph);
    this.#isAdded = false;
  }

  /** Takes the added spaces away that are too narrow, now that all characters of the page are known. */
  dropNarrow(): void {
    for (const glyph of this.#narrow)
      if ((this.#written.get(glyph.style.font) ?? 0) >= fewest) glyph.spaceBefore = false;
  }
}

function isNarrow(before: Glyph, { style, left, baseline }: Glyph): boolean {
  const gap = left - before.right;
  return (
    style.angle === 0 &&
    before.style.font === style.font &&
    before.baseline === baseline &&
    gap >= 0 &&
    gap < narrowest * style.size
  );
}
