import { writeFile } from 'node:fs/promises';
import { Hyphens } from './hyphens.ts';
import { type Block, type Line, layoutOf, type Page } from './layout.ts';
import { factsOf, opened } from './open.ts';
import { pageRanges } from './pages.ts';
import { readingOrder } from './reading-order.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, one => entities[one]!);

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
  return { body, headings: larger.filter((size, index) => index === 0 || larger[index - 1]! - size > 1) };
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

function joinedText(lines: Line[], hyphens: Hyphens): string {
  return lines
    .slice(1)
    .reduce((text, { text: next }) => hyphens.joined(text, next) ?? `${text} ${next}`, lines[0]!.text);
}

/** Pieces of a page in order: headings by their size, lists by their marks, the rest as paragraphs. */
function* piecesOf(page: Page, headings: number[], body: number, hyphens: Hyphens): Generator<string> {
  let list: 'ul' | 'ol' | undefined;
  const closing = () => (list ? `</${list}>` : '');
  for (const lines of readingOrder(page.blocks).flatMap(block => paragraphsOf(block, body))) {
    const text = joinedText(lines, hyphens);
    const kind = bullet.test(text) ? 'ul' : numbered.test(text) && text.length > 4 ? 'ol' : undefined;
    const size = heightOf(lines[0]!);
    const level = headings.findIndex(other => size >= other - 1) + 1;
    const isHeading = level > 0 && size >= body * 1.15 && text.length < longestHeading && /\p{L}/u.test(text);
    if (isHeading || kind !== list) {
      if (list) yield closing();
      list = isHeading ? undefined : kind;
      if (list) yield `<${list}>`;
    }
    if (isHeading) yield `<h${Math.min(level, 4)}>${escaped(text)}</h${Math.min(level, 4)}>`;
    else if (list) yield `<li>${escaped(text.replace(list === 'ul' ? bullet : numbered, ''))}</li>`;
    else yield `<p>${escaped(text)}</p>`;
  }
  if (list) yield closing();
}

const style = 'body{max-width:45em;margin:2em auto;padding:0 1em;line-height:1.5}';

/** A PDF as a page that flows: what its type says is a heading, a list or a paragraph becomes one. */
export async function pdfToHtml(
  input: string,
  output: string,
  title: string,
  dir: string,
  options: { pages?: string | undefined; password?: string | undefined },
): Promise<{ pages: number }> {
  const file = await opened(input, dir, options.password);
  const { pages: count } = await factsOf(file, dir);
  const pages: Page[] = [];
  for (const range of pageRanges(options.pages, count)) pages.push(...(await layoutOf(file, range, dir)));
  const hyphens = new Hyphens();
  for (const page of pages)
    for (const block of page.blocks) for (const line of block.lines) hyphens.learn(line.text);
  const { body, headings } = sizesOf(pages);
  const pieces = pages.flatMap(page => [...piecesOf(page, headings, body, hyphens)]);
  const head = `<meta charset="utf-8">\n<title>${escaped(title)}</title>\n<style>${style}</style>`;
  await writeFile(
    output,
    `<!DOCTYPE html>\n<html>\n<head>\n${head}\n</head>\n<body>\n${pieces.join('\n')}\n</body>\n</html>\n`,
  );
  return { pages: pages.length };
}
