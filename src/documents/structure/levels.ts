import type { TextPiece } from '../layout/content.ts';
import { isUpperCase } from '../layout/page.ts';
import { isNumbered, readDepth } from './heading-candidates.ts';
import { isCentred } from './heading-score.ts';

const deepest = 6;

/** Headings of one size that differ by at least this much, as in weight or case, have different levels. */
const otherStyle = 0.2;

const roundSize = (piece: TextPiece): number => Math.round(piece.size * 2) / 2;

/** Ranks how much a heading stands out: by size first, then weight, then capitals. */
const weighHeading = (piece: TextPiece): number =>
  roundSize(piece) + (piece.bold ? 0.3 : 0) + (isUpperCase(piece.text) ? 0.15 : 0) - (piece.italic ? 0.1 : 0);

/**
 * Finds a level for each heading, the same for all in one style. A known level (from a tag or the outline)
 * applies to its style; numbered headings are as deep as their numbers say, below the title. `first` is the first text of the document.
 */
export function findLevels(
  headings: readonly TextPiece[],
  known: ReadonlyMap<TextPiece, number>,
  first: TextPiece | undefined,
): Map<TextPiece, number> {
  const ranks = new Map<number, number>();
  let [rank, above] = [0, { weight: Infinity, size: Infinity }];
  for (const piece of headings.toSorted((a, b) => weighHeading(b) - weighHeading(a))) {
    const own = { weight: weighHeading(piece), size: roundSize(piece) };
    const isOther = own.size === above.size && above.weight - own.weight >= otherStyle;
    // Sizes that differ by less than this count as equal.
    if (isOther || above.weight - own.weight > 0.04 * own.weight) rank++;
    ranks.set(own.weight, rank);
    above = own;
  }
  const levels = new Map<TextPiece, number>();
  const rankOf = (piece: TextPiece) => ranks.get(weighHeading(piece))!;
  const title = known.size === 0 && isTitle(headings, first, rankOf) ? first : undefined;
  const numbered = headings.filter(piece => readDepth(piece.text) === 1);
  const topRank = Math.min(...numbered.map(rankOf), Infinity);
  const base = numbered.length > 0 ? Math.min(topRank, 2) : 1;
  for (const piece of headings) {
    const depth = readDepth(piece.text);
    const level =
      known.get(piece) ?? (depth !== undefined && numbered.length > 0 ? base + depth - 1 : rankOf(piece));
    const below = title && piece !== title ? level + 1 : level;
    levels.set(piece, Math.max(1, Math.min(deepest, below)));
  }
  return levels;
}

/** A title differs from this many headings that look the same. */
const minBelow = 2;

/**
 * Returns true if the text that begins a document is its title although other headings are as large: either it is centred and none
 * of them is, or all of them are numbered and it is not.
 */
function isTitle(
  [own, ...others]: readonly TextPiece[],
  first: TextPiece | undefined,
  rankOf: (piece: TextPiece) => number,
): boolean {
  if (!own || own !== first || rankOf(own) > 1) return false;
  const alike = others.filter(piece => rankOf(piece) === 1);
  if (alike.length < minBelow) return false;
  const differs = (isSo: (piece: TextPiece) => boolean): boolean =>
    alike.every(piece => isSo(piece) !== isSo(own));
  return (
    (isCentred(own) && differs(isCentred)) ||
    (!isNumbered(own.text) && differs(piece => isNumbered(piece.text)))
  );
}
