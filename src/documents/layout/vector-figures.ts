import {
  areaOf,
  areNear,
  around,
  type Box,
  heightOf,
  holdsMiddle,
  pad,
  sharedArea,
  sharedX,
  widthOf,
} from '../boxes.ts';
import type { Fill } from '../source.ts';
import type { PreparedPage } from './characters/prepare.ts';
import type { Piece } from './content.ts';

/** Parts of one drawing are at most this far apart, in points. */
const near = 20;
/** The least size of a drawing, and the fewest parts unless one of them is large and has no text on it. */
const [minWidth, minHeight] = [60, 40];
const minParts = 3;
/** Larger areas are the background of the page. */
const maxShare = 0.6;
/** Lines of more words are text that stands on a coloured ground. */
const maxLabel = 6;
/** Labels of at most so many words that stand this close belong to a drawing, whose lines are about this wide, in points. */
const shortLabel = 3;
const besideLabel = 6;
const strokeWidth = 2;
/** Areas that are paler than this are grounds of text and fields to fill in. */
const palest = 216;
const maxParts = 3000;

const isPale = ({ colour }: Fill): boolean =>
  ((colour >> 16) + ((colour >> 8) & 255) + (colour & 255)) / 3 > palest;

interface Cluster extends Box {
  parts: number;
}

function joinNear(parts: readonly Box[]): Cluster[] {
  let clusters: Cluster[] = [];
  for (const part of parts) {
    const joined = clusters.filter(cluster => areNear(cluster, part, near));
    clusters = clusters.filter(cluster => !joined.includes(cluster));
    const count = joined.reduce((sum, cluster) => sum + cluster.parts, 1);
    clusters.push({ ...around([part, ...joined]), parts: count });
  }
  return clusters;
}

/**
 * Finds charts and other drawings: curved and slanted lines and coloured areas that stand together, with no more than labels on
 * them, and nothing of a table or of a picture.
 */
export function findVectorFigures(page: PreparedPage, pieces: readonly Piece[]): Box[] {
  const { width, height, shapes, fills, lines } = page;
  const others = pieces.filter(({ kind }) => kind !== 'text');
  const isOnPage = ({ left, top, right, bottom }: Box) =>
    left > -near && top > -near && right < width + near && bottom < height + near;
  const isFree = (box: Box) =>
    isOnPage(box) &&
    areaOf(box) < maxShare * width * height &&
    !others.some(other => sharedArea(other, box) > 0.5 * areaOf(box));
  const areas = fills.filter(
    fill => !isPale(fill) && isFree(fill) && !lines.some(line => holdsMiddle(fill, line)),
  );
  const parts = [...shapes.filter(isFree), ...areas];
  if (parts.length === 0 || parts.length > maxParts) return [];
  return joinNear(parts)
    .filter(({ parts: count, ...box }) => {
      if (widthOf(box) < minWidth || heightOf(box) < minHeight || !isFree(box)) return false;
      if (others.some(other => sharedArea(other, box) > 0)) return false;
      const labels = lines.filter(line => holdsMiddle(box, line));
      return (
        labels.every(({ words }) => words.length <= maxLabel) && (count >= minParts || labels.length === 0)
      );
    })
    .map(box => addLabels(box, page));
}

/** Extends a drawing by the width of its lines and by the short labels right beside it. */
function addLabels(box: Box, { width, height, lines }: PreparedPage): Box {
  const close = pad(box, besideLabel);
  const labels = lines.filter(
    ({ words, ...line }) => words.length <= shortLabel && sharedArea(close, line) > 0,
  );
  const { left, top, right, bottom } = pad(around([box, ...labels]), strokeWidth);
  return {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(width, right),
    bottom: Math.min(height, bottom),
  };
}

/** Inserts drawings among the pieces of a page: before their own labels, or after what stands above them. */
export function insertDrawings(pieces: Piece[], drawings: readonly Box[]): void {
  for (const box of drawings) {
    const label = pieces.findIndex(piece => sharedArea(piece, box) > 0.5 * areaOf(piece));
    const above = pieces.findLastIndex(piece => piece.bottom <= box.top + 2 && sharedX(piece, box) > 0);
    pieces.splice(label >= 0 ? label : above + 1, 0, { kind: 'figure', ...box });
  }
}
