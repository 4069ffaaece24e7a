import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';

/** The pixels of the longer side, at which hairlines still show. */
const longestSide = 1600;
/** A pixel that is this much darker than white in any colour is printed. */
const faintest = 8;

/**
 * Finds the box of a page's content as it is shown: left, top, right and bottom in the page's units. Undefined
 * if the page is blank.
 */
export function findContent(
  document: PdfiumDocument,
  index: number,
  margin: number,
): [left: number, top: number, right: number, bottom: number] | undefined {
  const page = document.pageSize(index);
  const scale = longestSide / Math.max(page.width, page.height);
  const width = Math.max(1, Math.round(page.width * scale));
  const height = Math.max(1, Math.round(page.height * scale));
  const { data } = document.render(index, width, height);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    const row = y * width * 3;
    let first = 0;
    while (first < width * 3 && data[row + first]! > 255 - faintest) first++;
    if (first === width * 3) continue;
    let last = width * 3 - 1;
    while (data[row + last]! > 255 - faintest) last--;
    left = Math.min(left, Math.floor(first / 3));
    right = Math.max(right, Math.floor(last / 3));
    top = Math.min(top, y);
    bottom = y;
  }
  if (right < 0) return undefined;
  const [across, down] = [page.width / width, page.height / height];
  return [
    left * across - margin,
    top * down - margin,
    (right + 1) * across + margin,
    (bottom + 1) * down + margin,
  ];
}
