import { around, median, widthOf } from '../boxes.ts';
import type { PageContent, TextPiece } from '../layout/content.ts';
import { describeLook, mayBeHeading } from './heading-candidates.ts';

/** Lines of one title are at most this far apart, in type sizes. */
const closest = 0.62;
const large = 1.15;
/** Type larger than the body text by this factor is a title, whose line breaks follow its design. */
const huge = 1.7;

/** Returns true if two pieces differ only slightly in size and in nothing else. */
const looksNearlyAlike = (piece: TextPiece, above: TextPiece): boolean =>
  Math.abs(piece.size - above.size) < 0.1 * piece.size &&
  describeLook({ ...piece, size: above.size }) === describeLook(above);

/**
 * Returns true if a piece continues the title above it: both are large, alike and close together, and neither
 * begins a list.
 */
function continues(piece: TextPiece, above: TextPiece, usual: number): boolean {
  const room = piece.top - above.bottom;
  const isHuge = piece.size > huge * usual;
  return (
    (piece.size > large * usual || (piece.bold && /^\p{Ll}/u.test(piece.text))) &&
    (describeLook(piece) === describeLook(above) || (isHuge && looksNearlyAlike(piece, above))) &&
    room > -0.6 * piece.size &&
    room < closest * piece.size &&
    !piece.mark &&
    (isHuge || !wasBroken(piece, above)) &&
    !/^[\divx]+[.)]\s/i.test(piece.text) &&
    mayBeHeading({ ...above, text: `${above.text} ${piece.text}` })
  );
}

/**
 * Returns true if the line above has room for the first word of the next line, so that the break was
 * intended.
 */
function wasBroken({ lines: [next] }: TextPiece, { lines }: TextPiece): boolean {
  const before = lines.at(-1);
  if (!next || !before || /^\p{Ll}/u.test(next.text)) return false;
  const word = next.text.split(/\s/)[0]!.length / next.text.length;
  return widthOf(before) + word * widthOf(next) + 0.35 * next.size < widthOf(next) - 0.8 * next.size;
}

/** Joins titles that were read as several paragraphs. */
export function joinTitles(page: PageContent): void {
  const usual = median(
    page.pieces.flatMap(piece => (piece.kind === 'text' ? piece.lines.map(line => line.size) : [])),
  );
  for (let at = 1; at < page.pieces.length; at++) {
    const [above, piece] = [page.pieces[at - 1]!, page.pieces[at]!];
    if (piece.kind !== 'text' || above.kind !== 'text' || piece.furniture || above.furniture) continue;
    if (!continues(piece, above, usual)) continue;
    page.pieces.splice(at - 1, 2, {
      ...above,
      ...around([above, piece]),
      lines: [...above.lines, ...piece.lines],
      text: `${above.text} ${piece.text}`,
      roomBelow: piece.roomBelow,
    });
    at--;
  }
}
