import type { Box } from '../../boxes.ts';
import { type Document, isFurniture } from '../../model.ts';

/** A page in points: its size, and the margins around the text. */
export interface PageLayout {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const a4 = { width: 595, height: 842 };
/** Pages smaller or larger than this are no paper. */
const [smallest, largest] = [200, 1600];
/** Margins are within these limits: an inch at most, and what printers need at least. */
const [narrowest, widest] = [28, 72];
/** The share of the blocks that may reach into a margin. */
const beyond = 0.05;

/** Returns the value that this share of the values is below. */
const findShare = (values: readonly number[], share: number): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))];

const limit = (margin: number | undefined): number =>
  Math.round(Math.min(widest, Math.max(narrowest, margin ?? widest)));

/** Lays out a page like the first one of the document, with margins like those around its content. */
export function layOutPage({ pages, blocks }: Document): PageLayout {
  const [first] = pages;
  const isPaper = first && [first.width, first.height].every(side => side > smallest && side < largest);
  const { width, height } = isPaper ? first : a4;
  const boxes = isPaper
    ? blocks.filter(block => !isFurniture(block)).flatMap(({ places }) => places.map(({ box }) => box))
    : [];
  const measure = (findDistance: (box: Box) => number) => limit(findShare(boxes.map(findDistance), beyond));
  return {
    ...{ width, height },
    left: measure(box => box.left),
    right: measure(box => width - box.right),
    top: measure(box => box.top),
    bottom: measure(box => height - box.bottom),
  };
}
