import { writeFile } from 'node:fs/promises';
import { drawnOn } from './drawn.ts';
import { type Figure, figureBoxes, figuresOf } from './figures.ts';
import { Hyphens } from './hyphens.ts';
import { type Block, type Line, layoutOf, type Page, type Word } from './layout.ts';
import { joinListMarks } from './list-marks.ts';
import { escaped, markup, plainText } from './markup.ts';
import { factsOf, opened } from './open.ts';
import { pageRanges } from './pages.ts';
import { piecesOf } from './pieces.ts';
import { markStyles } from './styles.ts';
import { type Cell, linesOf, type Table } from './table.ts';

const heightOf = ({ top, bottom }: Line): number => Math.round((bottom - top) * 2) / 2;
const bullet = /^[•‣▪●◦∙·–*-]\s+/;
const numbered = /^\(?\d{1,3}[.)]\s+/;
const longestHeading = 150;

/** The size most of the text has, and the larger ones that headings may have, largest first. */
function sizesOf(pages: Page[]): { body: number; headings: number[] } {
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
  for (const size of larger) if (!headings.length || headings.at(-1)! - size > 1) headings.push(size);
  return { body, headings };
}

/** A block's lines parted where the type size changes, or where a first line stands in from the rest. */
function paragraphsOf(block: Block, body: number): Line[][] {
  const parts: Line[][] = [];
  const left = Math.min(...block.lines.map(line => line.left));
  for (const line of block.lines) {
    const before = parts.at(-1)?.at(-1);
    const indented =
      heightOf(line) < body * 1.15 && line.left > left + 6 && before !== undefined && before.left <= left + 3;
    const begins =
      !before ||
      Math.abs(heightOf(before) - heightOf(line)) > 1 ||
      indented ||
      bullet.test(line.text) ||
      numbered.test(line.text);
    if (begins) parts.push([line]);
    else parts.at(-1)!.push(line);
  }
  return parts;
}

/** A block as headings by their size, lists by their marks, the rest as paragraphs. */
class Writer {
  readonly #sizes: { body: number; headings: number[] };
  readonly #hyphens: Hyphens;
  #list: 'ul' | 'ol' | undefined;
  readonly parts: string[] = [];

  constructor(sizes: { body: number; headings: number[] }, hyphens: Hyphens) {
    this.#sizes = sizes;
    this.#hyphens = hyphens;
  }

  /** Opens the list that is wanted, and ends one that is not. */
  list(kind: 'ul' | 'ol' | undefined): void {
    if (kind === this.#list) return;
    if (this.#list) this.parts.push(`</${this.#list}>`);
    if (kind) this.parts.push(`<${kind}>`);
    this.#list = kind;
  }

  block(block: Block): void {
    const { body, headings } = this.#sizes;
    for (const lines of paragraphsOf(block, body)) {
      const words = lines.map(line => line.words);
      const text = plainText(words, this.#hyphens);
      const kind = bullet.test(text) ? 'ul' : numbered.test(text) && text.length > 4 ? 'ol' : undefined;
      const size = heightOf(lines[0]!);
      const level = Math.min(headings.findIndex(other => size >= other - 1) + 1, 4);
      const isHeading =
        level > 0 && size >= body * 1.15 && text.length < longestHeading && /\p{L}/u.test(text);
      this.list(isHeading ? undefined : kind);
      if (isHeading)
        this.parts.push(`<h${level}>${markup(words, this.#hyphens, { plain: true })}</h${level}>`);
      else if (kind) this.item(words, (kind === 'ul' ? bullet : numbered).exec(text)![0].length);
      else this.parts.push(`<p>${markup(words, this.#hyphens)}</p>`);
    }
  }

  item(words: Word[][], skip: number): void {
    this.parts.push(`<li>${markup(words, this.#hyphens, { skip })}</li>`);
  }

  table({ rows }: Table): void {
    this.list(undefined);
    const cell = ({ words, columns, rows: deep }: Cell, tag: string): string => {
      const text = markup(linesOf(words), this.#hyphens, { plain: tag === 'th' });
      const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${deep > 1 ? ` rowspan="${deep}"` : ''}`;
      return `<${tag}${spans}>${text}</${tag}>`;
    };
    const row = (cells: Cell[], tag: string) => `<tr>${cells.map(each => cell(each, tag)).join('')}</tr>`;
    const [first, ...rest] = rows;
    this.parts.push(
      `<table>\n<thead>\n${row(first!, 'th')}\n</thead>\n<tbody>\n${rest.map(each => row(each, 'td')).join('\n')}\n</tbody>\n</table>`,
    );
  }

  figure({ source, left, right }: Figure): void {
    this.list(undefined);
    this.parts.push(`<p><img src="${source}" width="${Math.round(((right - left) * 96) / 72)}" alt=""></p>`);
  }
}

const style =
  'body{max-width:45em;margin:2em auto;padding:0 1em;line-height:1.5}img{max-width:100%}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .5em;text-align:left;vertical-align:top}';

/** A PDF as a page that flows: what its type says is a heading, a list or a paragraph becomes one. */
export async function pdfToHtml(
  input: string,
  output: string,
  title: string | undefined,
  dir: string,
  options: { pages?: string | undefined; password?: string | undefined },
): Promise<{ pages: number }> {
  const file = await opened(input, dir, options.password);
  const { pages: count } = await factsOf(file, dir);
  const pages: Page[] = [];
  const numbers: number[] = [];
  for (const range of pageRanges(options.pages, count)) {
    const found = await layoutOf(file, range, dir);
    await markStyles(found, file, range, dir);
    pages.push(...found);
    for (let number = range.first; number <= range.last; number++) numbers.push(number);
  }
  const hyphens = new Hyphens();
  for (const page of pages)
    for (const block of page.blocks) for (const line of block.lines) hyphens.learn(line.text);
  for (const page of pages) joinListMarks(page);
  const writer = new Writer(sizesOf(pages), hyphens);
  const drawn = await drawnOn(file, numbers, dir);
  for (const [index, page] of pages.entries()) {
    const boxes = figureBoxes(page, drawn[index]!);
    const figures = await figuresOf(file, numbers[index]!, boxes, dir);
    for (const piece of piecesOf(page, drawn[index]!, boxes)) {
      if (piece.block) writer.block(piece.block);
      else if (piece.table) writer.table(piece.table);
      else writer.figure(figures[piece.figure!]!);
    }
  }
  writer.list(undefined);
  const pieces = writer.parts;
  const head = `<meta charset="utf-8">${title === undefined ? '' : `\n<title>${escaped(title)}</title>`}\n<style>${style}</style>`;
  await writeFile(
    output,
    `<!DOCTYPE html>\n<html>\n<head>\n${head}\n</head>\n<body>\n${pieces.join('\n')}\n</body>\n</html>\n`,
  );
  return { pages: pages.length };
}
