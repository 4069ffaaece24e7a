import { areaOf, areNear, around, type Box, sharedArea } from '../boxes.ts';
import type { Table } from '../tables/table.ts';
import type { PreparedPage } from './characters/prepare.ts';

/** Smaller pictures are bullets, rules and parts of letters. */
const minFigure = 24;
/** A picture behind a whole page of text is the background of the page. */
const pageShare = 0.8;
/** Pictures that cover more of a table than this are what it shows. */
const galleryShare = 0.3;

/** Returns true if the rows of a table are the names above and below pictures, which it mostly consists of. */
export function isGallery(table: Table, images: readonly Box[]): boolean {
  const shown = images.filter(image => sharedArea(image, table) > 0.8 * areaOf(image));
  const area = shown.reduce((sum, image) => sum + areaOf(image), 0);
  return shown.length > 1 && area > galleryShare * areaOf(table);
}

/** Finds the pictures that are figures: large enough, and not the background of the page. */
export function findFigures(page: PreparedPage, texts: readonly Box[]): Box[] {
  const area = page.width * page.height;
  const boxes = page.images
    .map(({ left, top, right, bottom }) => ({
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(page.width, right),
      bottom: Math.min(page.height, bottom),
    }))
    .filter(box => box.right - box.left >= minFigure && box.bottom - box.top >= minFigure)
    .filter(box => texts.length === 0 || areaOf(box) < pageShare * area);
  const whole: Box[] = [];
  for (const box of boxes.slice(0, 300)) {
    let grown = box;
    for (let at = findTouching(whole, grown); at >= 0; at = findTouching(whole, grown))
      grown = around([grown, ...whole.splice(at, 1)]);
    whole.push(grown);
  }
  // A picture with text all over it is a background.
  return whole.filter(box => texts.filter(text => sharedArea(text, box) > 0.5 * areaOf(text)).length < 6);
}

const findTouching = (boxes: readonly Box[], box: Box): number =>
  boxes.findIndex(other => areNear(other, box, 2));
