/** The pixels of one colour. */
interface Area {
  /** The colour as `#rrggbb`. */
  colour: string;
  pixels: number;
}

/** A colour of fewer pixels is that of a blurred edge and joins the nearest one. */
const minShare = 0.002;
/** Pixels that are more transparent are left out. */
const minAlpha = 128;
const outside = -1;

const measureDistance = (one: number, other: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);

const measureBrightness = (colour: number): number =>
  0.299 * (colour >> 16) + 0.587 * ((colour >> 8) & 255) + 0.114 * (colour & 255);

/**
 * Finds the areas of a picture of few colours, the largest or the darkest first, and the rank of each pixel's area; -1 for pixels that are
 * transparent.
 */
export function findAreas(
  rgba: Uint8Array,
  order: 'size' | 'brightness',
): { ranks: Int16Array; areas: Area[] } {
  const counts = new Map<number, number>();
  const colours = new Int32Array(rgba.length / 4);
  for (let index = 0; index < colours.length; index++) {
    const at = 4 * index;
    const isShown = rgba[at + 3]! >= minAlpha;
    const colour = isShown ? (rgba[at]! << 16) | (rgba[at + 1]! << 8) | rgba[at + 2]! : outside;
    colours[index] = colour;
    if (isShown) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const shown = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const large = sorted.filter(([, count], rank) => rank < 2 || count >= minShare * shown);
  const kept =
    order === 'size' ? large : large.toSorted(([a], [b]) => measureBrightness(a) - measureBrightness(b));
  const ranked = new Map(kept.map(([colour], rank) => [colour, rank]));
  for (const [colour] of sorted.slice(large.length)) {
    const nearest = kept.toSorted(([a], [b]) => measureDistance(a, colour) - measureDistance(b, colour))[0]!;
    ranked.set(colour, ranked.get(nearest[0])!);
  }
  const ranks = Int16Array.from(colours, colour => ranked.get(colour) ?? outside);
  const areas = kept.map(([colour, pixels]) => ({
    colour: `#${colour.toString(16).padStart(6, '0')}`,
    pixels,
  }));
  return { ranks, areas };
}
