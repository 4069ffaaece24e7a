import { sharedX } from '../../boxes.ts';
import type { PreparedPage } from '../characters/prepare.ts';
import { type Line, measureShare, type Word } from '../page.ts';

/** Grey between these, from 0 to 255, is lighter than text and darker than paper. */
const lightest = 0xe6;
const darkest = 0xa0;
const sameGrey = 12;
/** Heads and feet end within these shares of the page's height from its upper edge. */
const headEnd = 0.4;
const footStart = 0.7;

function isLight({ style: { colour } }: Word): boolean {
  const parts = [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
  const [least, most] = [Math.min(...parts), Math.max(...parts)];
  return least >= darkest && most <= lightest && most - least <= sameGrey;
}

/**
 * Finds lines in light grey between the dark text of a page and its edges. Such heads and feet need not be on
 * other pages.
 */
export function findLightMargins(page: PreparedPage): Line[] {
  if (
    measureShare(
      page.lines.flatMap(line => line.words),
      isLight,
    ) > 0.5
  )
    return [];
  const light = new Set(page.lines.filter(line => line.words.every(isLight)));
  const dark = page.lines.filter(line => !light.has(line));
  // The largest type of the first page is its title, whatever its colour.
  const largest = page.number > 1 ? Infinity : Math.max(...dark.map(line => line.size));
  const isFree = (line: Line, isBeyond: (other: Line) => boolean): boolean =>
    !dark.some(other => isBeyond(other) && sharedX(other, line) > 0) &&
    !page.fills.some(
      fill =>
        fill.left < line.left && fill.right > line.right && fill.top < line.top && fill.bottom > line.bottom,
    );
  return [...light].filter(
    line =>
      (line.size <= largest &&
        line.bottom < headEnd * page.height &&
        isFree(line, other => other.bottom < line.top + 2)) ||
      (line.top > footStart * page.height && isFree(line, other => other.top > line.bottom - 2)),
  );
}
