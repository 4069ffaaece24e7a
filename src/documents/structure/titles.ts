import { around, median } from '../boxes.ts';
import type { PageContent, TextPiece } from '../layout/content.ts';
import { lookOf, mayBeHeading } from './headings.ts';

/** Lines of one title are at most this far apart, in type sizes. */
const closest = 0.62;
const large = 1.15;

/** Whether a piece goes on with the title above it: both large, of one look, close together, and neither begins a list. */
function continues(piece: TextPiece, above: TextPiece, usual: number): boolean {
  const room = piece.top - above.bottom;
  return (
    piece.size > large * usual &&
    lookOf(piece) === lookOf(above) &&
    room > -0.6 * piece.size &&
    room < closest * piece.size &&
    !piece.mark &&
    !/^[\divx]+[.)]\s/i.test(piece.text) &&
    mayBeHeading({ ...above, text: `${above.text} ${piece.text}` })
  );
}

/** Puts together titles that were taken for several paragraphs. */
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
