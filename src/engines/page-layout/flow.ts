import { type Filled, last, splitBefore } from '../../lists.ts';
import { formatCode, isCode } from './code.ts';
import type { Hyphens } from './hyphens.ts';
import { type ListMark, markOf } from './list-marks.ts';
import { Lists } from './lists.ts';
import { markup, plainText } from './markup.ts';
import type { Block, Direction, Figure, Line, Page, Word } from './page.ts';
import { type Cell, linesOf, type Table } from './table.ts';

/** A word as high as most of a line's, by their letters; undefined where they have no height in common. */
function usualWord(words: readonly Word[]): Word | undefined {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const height = ({ top, bottom }: Word) => bottom - top;
  const alike = (a: Word, b: Word) => Math.abs(height(a) - height(b)) < 0.03 * height(a);
  const share = (word: Word) =>
    words.reduce((sum, other) => sum + (alike(word, other) ? other.text.length : 0), 0);
  return words.find(word => share(word) >= 0.6 * letters);
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * A figure that is raised, or lowered, makes a line higher than most of its words, and no heading of it. Lines from right to
 * left are as high as they are: their fonts lend letters to one another.
 */
function heightOf({ words, top, bottom, text }: Line): number {
  const height = bottom - top;
  const usual = rightToLeft.test(text) ? undefined : usualWord(words);
  const above = usual !== undefined && usual.top - top > 0.05 * height;
  const below = usual !== undefined && bottom - usual.bottom > 0.05 * height;
  return Math.round((usual && above !== below ? usual.bottom - usual.top : height) * 2) / 2;
}
const longestHeading = 150;
/** Type this much smaller than the text's, in the lower part of a page, is its notes'. */
const noteSize = 0.92;
const notesFrom = 0.6;

export interface Sizes {
  body: number;
  headings: number[];
}

/** The size most of the text has, and the larger ones that headings may have, largest first. */
export function sizesOf(pages: readonly Page[]): Sizes {
  const letters = new Map<number, number>();
  for (const { blocks } of pages) {
    for (const line of blocks.flatMap(block => block.lines)) {
      letters.set(heightOf(line), (letters.get(heightOf(line)) ?? 0) + line.text.length);
    }
  }
  const body = [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
  const larger = [...letters.keys()].filter(size => size >= body * 1.15).sort((a, b) => b - a);
  // Sizes a point apart are one: letters without descenders measure less.
  const headings: number[] = [];
  for (const size of larger) if ((headings.at(-1) ?? Infinity) - size > 1) headings.push(size);
  return { body, headings };
}

/** A block's lines parted where the type size changes, where an item of a list begins, or a first line stands in. */
function paragraphsOf(block: Block, body: number): Filled<Line>[] {
  const left = Math.min(...block.lines.map(line => line.left));
  return splitBefore(block.lines, (line, before, [first]) => {
    const indented = heightOf(line) < body * 1.15 && line.left > left + 6 && before.left <= left + 3;
    // What goes on with an item stands under its words.
    const item = markOf(first.words);
    return (
      Math.abs(heightOf(before) - heightOf(line)) > 1 ||
      (indented && !(item && Math.abs(item.textLeft - line.left) < 3)) ||
      markOf(line.words) !== undefined
    );
  });
}

interface Item {
  mark: ListMark;
  words: Word[][];
  last: Line;
}

interface Open {
  words: Word[][];
  text: string;
  block: Block;
  page: Page;
}

/** Blocks as headings by their size, lists by their marks, the rest as paragraphs; with the tables and figures among them. */
export class Flow {
  readonly #sizes: Sizes;
  readonly #hyphens: Hyphens;
  readonly #lists: Lists;
  readonly #base: Direction;
  #direction: Direction;
  /** A paragraph that the next column or page may go on with, and notes that stand between the two. */
  #open: Open | undefined;
  #item: Item | undefined;
  #notes: string[] = [];
  /** Lines of code, which the next block may go on with. */
  readonly #code: Line[] = [];
  #codePage: Page | undefined;
  readonly parts: string[] = [];

  /** `base`: the way most of it runs, and the page around it says. */
  constructor(sizes: Sizes, hyphens: Hyphens, base: Direction) {
    this.#sizes = sizes;
    this.#hyphens = hyphens;
    this.#base = this.#direction = base;
    this.#lists = new Lists(this.parts);
  }

  /** Writes what is still open: nothing more belongs to it. */
  end(): void {
    this.#turn(this.#base);
    this.#endBlocks();
  }

  #endCode(): void {
    if (this.#code.length > 0) this.parts.push(`<pre><code>${formatCode(this.#code.splice(0))}</code></pre>`);
  }

  #endBlocks(): void {
    this.#endCode();
    this.#endParagraph();
    this.#lists.close();
  }

  #turn(direction: Direction = 'ltr'): void {
    if (direction === this.#direction) return;
    this.#endBlocks();
    this.parts.push(direction === this.#base ? '</div>' : `<div dir="${direction}">`);
    this.#direction = direction;
  }

  #endParagraph(): void {
    if (this.#item) {
      const { mark, words } = this.#item;
      this.#item = undefined;
      const unmarked = words.map((line, index) => (index === 0 ? line.slice(1) : line));
      this.#lists.item(mark, markup(unmarked, this.#hyphens));
    }
    if (this.#open) {
      this.parts.push(`<p>${markup(this.#open.words, this.#hyphens)}</p>`);
    }
    this.parts.push(...this.#notes.splice(0));
    this.#open = undefined;
  }

  block(block: Block, page: Page): void {
    const { body, headings } = this.#sizes;
    this.#turn(block.direction);
    if (isCode(block, this.#code.length > 0)) {
      // Lines are put in order by their places, which begin anew on every page.
      if (this.#codePage !== page) this.#endCode();
      this.#codePage = page;
      this.#endParagraph();
      this.#lists.close();
      this.#code.push(...block.lines);
      return;
    }
    this.#endCode();
    for (const lines of paragraphsOf(block, body)) {
      const words = lines.map(line => line.words);
      const text = plainText(words, this.#hyphens);
      const [first] = lines;
      const size = heightOf(first);
      const level = Math.min(headings.findIndex(other => size >= other - 1) + 1, 4);
      const isHeading =
        level > 0 && size >= body * 1.15 && text.length < longestHeading && /\p{L}/u.test(text);
      const mark = isHeading ? undefined : markOf(first.words);
      const item = this.#findItemAbove(first);
      if (isHeading) {
        this.#endBlocks();
        this.parts.push(`<h${level}>${markup(words, this.#hyphens, { plain: true })}</h${level}>`);
      } else if (this.#open && this.#isNote(first, page))
        this.#notes.push(`<p>${markup(words, this.#hyphens)}</p>`);
      else if (mark && text.length > 4) {
        this.#endParagraph();
        this.#item = { mark, words, last: last(lines) };
      } else if (item) {
        item.words.push(...words);
        item.last = last(lines);
      } else this.#paragraph({ words, text, block, page }, first);
    }
  }

  #isNote(line: Line, page: Page): boolean {
    return heightOf(line) < this.#sizes.body * noteSize && line.top > page.height * notesFrom;
  }

  /** The open item, where a line stands under its words and close to them. */
  #findItemAbove(line: Line): Item | undefined {
    if (!this.#item) return undefined;
    const { mark, last } = this.#item;
    const gap = line.top - last.bottom;
    const height = last.bottom - last.top;
    const goesOn = Math.abs(line.left - mark.textLeft) < 3 && gap > -height && gap < height * 0.4;
    return goesOn ? this.#item : undefined;
  }

  #paragraph(next: Open, first: Line): void {
    if (this.#item) this.#endParagraph();
    const html = `<p>${markup(next.words, this.#hyphens)}</p>`;
    if (this.#lists.isOpen && !this.#open && this.#lists.paragraph(first.left, html)) return;
    if (this.#open && this.#goesOn(this.#open, next)) {
      this.#open = { ...next, words: [...this.#open.words, ...next.words] };
    } else {
      this.#endBlocks();
      this.#open = next;
    }
  }

  /** Whether a column or page ended within a sentence: no stop before it, and a small letter after it. */
  #goesOn(open: Open, next: Open): boolean {
    const elsewhere = open.page !== next.page || next.block.top < open.block.bottom - this.#sizes.body;
    return elsewhere && /[\p{L}\p{N},\-\u00ad\u2010]$/u.test(open.text) && /^\p{Ll}/u.test(next.text);
  }

  table({ rows }: Table, direction: Direction | undefined): void {
    this.#turn(direction);
    this.#endBlocks();
    const cell = ({ words, columns, rows: deep }: Cell, tag: string): string => {
      const text = markup(linesOf(words), this.#hyphens, { plain: tag === 'th' });
      const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${deep > 1 ? ` rowspan="${deep}"` : ''}`;
      return `<${tag}${spans}>${text}</${tag}>`;
    };
    const [head, ...body] = rows.map((cells, at) => {
      const tag = at === 0 ? 'th' : 'td';
      return `<tr>${cells.map(each => cell(each, tag)).join('')}</tr>`;
    });
    this.parts.push(`<table>\n<thead>\n${head}\n</thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`);
  }

  figure({ source, left, right }: Figure): void {
    this.#endBlocks();
    this.parts.push(`<p><img src="${source}" width="${Math.round(((right - left) * 96) / 72)}" alt=""></p>`);
  }
}
