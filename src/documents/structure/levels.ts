import type { TextPiece } from '../layout/content.ts';
import { isUpperCase } from '../layout/page.ts';
import { depthOfNumber } from './heading-candidates.ts';

const deepest = 6;

/** Ranks how much a heading stands out: by size first, then weight, then capitals. */
const weighHeading = (piece: TextPiece): number =>
  Math.round(piece.size * 2) / 2 +
  (piece.bold ? 0.3 : 0) +
  (isUpperCase(piece.text) ? 0.15 : 0) -
  (piece.italic ? 0.1 : 0);

/**
 * Finds a level for each heading, the same for all in one style. A known level (from a tag or the outline)
 * applies to its style; numbered headings are as deep as their numbers say, below the title.
 */
export function findLevels(
  headings: readonly TextPiece[],
  known: ReadonlyMap<TextPiece, number>,
): Map<TextPiece, number> {
  const weights = [...new Set(headings.map(weighHeading))].sort((a, b) => b - a);
  // Sizes that differ by less than this count as equal.
  const ranks = new Map<number, number>();
  let [rank, above] = [0, Infinity];
  for (const weight of weights) {
    if (above - weight > 0.04 * weight || ranks.size === 0) rank++;
    ranks.set(weight, rank);
    above = weight;
  }
  const levels = new Map<TextPiece, number>();
  const numbered = headings.filter(piece => depthOfNumber(piece.text) === 1);
  const topRank = Math.min(...numbered.map(piece => ranks.get(weighHeading(piece))!), Infinity);
  const base = numbered.length > 0 ? Math.min(topRank, 2) : 1;
  for (const piece of headings) {
    const depth = depthOfNumber(piece.text);
    const own = ranks.get(weighHeading(piece))!;
    const level = known.get(piece) ?? (depth !== undefined && numbered.length > 0 ? base + depth - 1 : own);
    levels.set(piece, Math.max(1, Math.min(deepest, level)));
  }
  return levels;
}
