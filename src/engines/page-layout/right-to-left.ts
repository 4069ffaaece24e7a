import { around, type Block, type Box, type Direction, type Line, type Page, type Word } from './page.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const strongLeft = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/u;

/** Letters as they were drawn, and marks that only steer drawing, are not the text's own. */
export const plainLetters = (text: string): string =>
  text
    .replace(/[\ufb1d-\ufdff\ufe70-\ufefc]+/g, run => run.normalize('NFKC'))
    .replace(/[\u200e\u200f\u202a-\u202e]/g, '');

const lettersOf = (text: string, pattern: RegExp): number =>
  text.match(new RegExp(pattern, 'gu'))?.length ?? 0;

const directionOf = (text: string): Direction =>
  lettersOf(text, rightToLeft) > lettersOf(text, strongLeft) ? 'rtl' : 'ltr';

const textOf = (block: Block): string => block.lines.map(line => line.text).join(' ');

export const hasMirrored = (text: string): boolean => rightToLeft.test(text);

export const runsMirrored = (page: Page): boolean =>
  page.blocks.some(block => block.lines.some(line => hasMirrored(line.text)));

const foreign = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Nd}]';
const foreignRun = new RegExp(`${foreign}(?:(?:${foreign}|[.,:/-])*${foreign})?`, 'gu');
const reversed = (text: string): string => [...text].reverse().join('');

/** A word as it is read, from one as its letters stand: figures and foreign letters in it run as they do. */
const asRead = (word: string): string =>
  rightToLeft.test(word) ? plainLetters(reversed(word).replace(foreignRun, reversed)) : word;

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

const strongOf = (word: Word): Direction | undefined =>
  rightToLeft.test(word.text) ? 'rtl' : strongLeft.test(word.text) ? 'ltr' : undefined;

/** Stretches that run against the line, from the first such word to the last before one that does not. */
function against(words: readonly Word[], direction: Direction): [first: number, last: number][] {
  const found: [number, number][] = [];
  let open: [number, number] | undefined;
  for (const [index, word] of words.entries()) {
    const strong = strongOf(word);
    if (strong === direction) open = undefined;
    else if (strong && open) open[1] = index;
    else if (strong) {
      open = [index, index];
      found.push(open);
    }
  }
  return found;
}

/** A line's words placed as they are read, from the left on, whichever way each runs. */
function wordsAsRead(words: readonly Word[], direction: Direction): Word[] {
  const placed = [...words].sort((a, b) => a.left - b.left);
  for (const [first, last] of against(placed, direction)) {
    const run = placed.slice(first, last + 1);
    const box = around(run);
    placed.splice(first, run.length, ...run.map(word => mirrored(word, box)).sort((a, b) => a.left - b.left));
  }
  return placed.map(word => ({ ...word, text: asRead(word.text) }));
}

function lineAsRead(line: Line, direction: Direction, within: Box): Line {
  const own = direction === 'rtl' ? mirrored(line, within) : line;
  // Stretches against the line keep their own order when all is mirrored: mirrored twice.
  const words = wordsAsRead(line.words, direction);
  const placed = direction === 'rtl' ? words.map(word => mirrored(word, within)) : words;
  placed.sort((a, b) => a.left - b.left);
  return { ...own, words: placed, text: placed.map(word => word.text).join(' ') };
}

function blockAsRead(block: Block, page: Page, pageDirection: Direction): Block {
  const direction = directionOf(textOf(block));
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
export const placedOn = (page: Page, boxes: readonly Box[]): Box[] =>
  page.direction === 'rtl'
    ? boxes.map(box => mirrored(box, { left: 0, right: page.width, top: 0, bottom: page.height }))
    : [...boxes];
