import { wordsAsRead } from './logical-order.ts';
import type { Block, Box, Direction, Line, Page } from './page.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const strongLeft = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/u;

/** Letters as they were drawn, and marks that only steer drawing, are not the text's own. */
export const plainLetters = (text: string): string =>
  text
    .replace(/[\ufb1d-\ufdff\ufe70-\ufefc]+/g, run => run.normalize('NFKC'))
    .replace(/[\u200e\u200f\u202a-\u202e]/g, '');

/** The way most words run: an address among them has more letters than they. */
function directionOf(text: string, otherwise: Direction = 'ltr'): Direction {
  const words = text.split(/\s+/);
  const count = (pattern: RegExp) => words.filter(word => pattern.test(word)).length;
  const [right, left] = [count(rightToLeft), count(strongLeft)];
  return right === left ? otherwise : right > left ? 'rtl' : 'ltr';
}

const textOf = (block: Block): string => block.lines.map(line => line.text).join(' ');

export const hasMirrored = (text: string): boolean => rightToLeft.test(text);

export const runsMirrored = (page: Page): boolean =>
  page.blocks.some(block => block.lines.some(line => hasMirrored(line.text)));

const mirrored = <B extends Box>(box: B, within: Box): B => ({
  ...box,
  left: within.left + within.right - box.right,
  right: within.left + within.right - box.left,
});
const moved = <B extends Box>(box: B, by: number): B => ({
  ...box,
  left: box.left + by,
  right: box.right + by,
});

function lineAsRead(line: Line, direction: Direction, within: Box): Line {
  const own = direction === 'rtl' ? mirrored(line, within) : line;
  const words = wordsAsRead(line.words, direction).map(word => ({ ...word, text: plainLetters(word.text) }));
  const placed = direction === 'rtl' ? words.map(word => mirrored(word, within)) : words;
  return { ...own, words: placed, text: placed.map(word => word.text).join(' ') };
}

function blockAsRead(block: Block, page: Page, pageDirection: Direction): Block {
  const direction = directionOf(textOf(block), pageDirection);
  const whole = { left: 0, right: page.width, top: 0, bottom: page.height };
  const lines = block.lines.map(line => lineAsRead(line, direction, block));
  // What runs as everything around it need not say so.
  const own = { ...block, lines, ...(direction === 'rtl' || pageDirection === 'rtl' ? { direction } : {}) };
  if (pageDirection === 'ltr') return own;
  const by = mirrored(block, whole).left - block.left;
  return {
    ...moved(own, by),
    lines: lines.map(line => ({ ...moved(line, by), words: line.words.map(word => moved(word, by)) })),
  };
}

/**
 * Makes pages with lines from right to left such that everything on them can be read from left to right: columns, lines,
 * words and letters. Says of the page and of each block which way it runs.
 */
export function asReadFromLeft(page: Page): Page {
  if (!runsMirrored(page)) return page;
  const direction = directionOf(page.blocks.map(textOf).join(' '));
  return { ...page, direction, blocks: page.blocks.map(block => blockAsRead(block, page, direction)) };
}

/** What else stands on a page, where its text was put. */
export const placedOn = <B extends Box>(page: Page, boxes: readonly B[]): B[] =>
  page.direction === 'rtl'
    ? boxes.map(box => mirrored(box, { left: 0, right: page.width, top: 0, bottom: page.height }))
    : [...boxes];
