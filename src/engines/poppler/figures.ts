import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { around, type Box, type Figure, type Page } from '../page-layout/page.ts';
import { poppler } from './open.ts';

/** Smaller ones are bullets, rules and parts of letters. */
const leastPoints = 24;
const mostFigures = 300;
const dpi = 150;
/** Larger ones are photos more often than drawings, and too big without loss. */
const lossyFrom = 250_000;
/** A picture behind a whole page of text is its paper, not a figure. */
const pageShare = 0.8;

const touch = (a: Box, b: Box): boolean =>
  a.left <= b.right + 2 && b.left <= a.right + 2 && a.top <= b.bottom + 2 && b.top <= a.bottom + 2;

/** Merges boxes that touch: pictures are often stored in strips. */
function merged(boxes: readonly Box[]): Box[] {
  const whole: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (
      let i = whole.findIndex(other => touch(other, grown));
      i >= 0;
      i = whole.findIndex(other => touch(other, grown))
    )
      grown = around([grown, ...whole.splice(i, 1)]);
    whole.push(grown);
  }
  return whole;
}

/** Finds the figures of a page. */
export function figureBoxes(page: Page, images: readonly Box[]): Box[] {
  const onPage = images.map(({ left, top, right, bottom }) => ({
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(page.width, right),
    bottom: Math.min(page.height, bottom),
  }));
  const large = merged(onPage.filter(box => box.right > box.left && box.bottom > box.top)).filter(
    box => box.right - box.left >= leastPoints && box.bottom - box.top >= leastPoints,
  );
  const area = page.width * page.height;
  return page.blocks.length === 0
    ? large
    : large.filter(box => (box.right - box.left) * (box.bottom - box.top) < area * pageShare);
}

/** Draws each figure as it looks on its page, with masks. */
export async function figuresOf(
  input: string,
  number: number,
  boxes: readonly Box[],
  dir: string,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const pixels = (points: number) => Math.round((points * dpi) / 72);
  for (const [index, box] of boxes.slice(0, mostFigures).entries()) {
    const [width, height] = [pixels(box.right - box.left), pixels(box.bottom - box.top)];
    const lossy = width * height > lossyFrom;
    const stem = join(dir, `figure-${number}-${index}`);
    const place = ['-x', pixels(box.left), '-y', pixels(box.top), '-W', width, '-H', height].map(String);
    const kind = lossy ? ['-jpeg', '-jpegopt', 'quality=85'] : ['-png'];
    const args = [
      ...kind,
      '-singlefile',
      '-r',
      String(dpi),
      '-f',
      String(number),
      '-l',
      String(number),
      ...place,
    ];
    await poppler('pdftoppm', [...args, input, stem], dir, {
      work: { drawnPage: 1, megapixel: (width * height) / 1e6 },
    });
    const path = `${stem}.${lossy ? 'jpg' : 'png'}`;
    const bytes = await readFile(path);
    await rm(path);
    figures.push({
      ...box,
      source: `data:image/${lossy ? 'jpeg' : 'png'};base64,${bytes.toString('base64')}`,
    });
  }
  return figures;
}
