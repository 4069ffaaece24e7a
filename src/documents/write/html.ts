import { type Block, type Document, isFurniture, type ListItem } from '../model.ts';
import { escapeHtml, formatRunsHtml, formatTableHtml } from './html-table.ts';

export interface HtmlOptions {
  title?: string | undefined;
  furniture: 'drop' | 'keep';
  /** Returns the address of a figure's picture, or undefined if it has none. */
  figure?: (block: Block & { kind: 'figure' }) => string | undefined;
}

const style =
  'body{max-width:45em;margin:2em auto;padding:0 1em;line-height:1.5}img{max-width:100%}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .5em;text-align:start;vertical-align:top}';

/** Writes a document as a complete HTML page. */
export function writeHtml(document: Document, options: HtmlOptions): string {
  const body = formatBlocks(document, options);
  const title = options.title === undefined ? '' : `\n<title>${escapeHtml(options.title)}</title>`;
  const direction = document.direction === 'rtl' ? ' dir="rtl"' : '';
  return `<!DOCTYPE html>\n<html${direction}>\n<head>\n<meta charset="utf-8">${title}\n<style>${style}</style>\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}

function formatBlocks({ blocks, direction }: Document, options: HtmlOptions): string {
  const parts: string[] = [];
  const lists = new OpenLists(parts);
  for (const block of blocks) {
    if (isFurniture(block) && options.furniture === 'drop') continue;
    const turned = block.direction === direction ? '' : ` dir="${block.direction}"`;
    if (block.kind === 'list-item') lists.add(block, turned);
    else {
      lists.close();
      const made = formatBlock(block, turned, options);
      if (made !== '') parts.push(made);
    }
  }
  lists.close();
  return parts.join('\n');
}

function formatBlock(block: Exclude<Block, ListItem>, turned: string, options: HtmlOptions): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}${turned}>${formatRunsHtml(block.runs, true)}</h${block.level}>`;
    case 'table': {
      const caption = block.caption ? `<p${turned}>${formatRunsHtml(block.caption)}</p>\n` : '';
      return caption + formatTableHtml(block);
    }
    case 'figure':
      return formatFigure(block, options);
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
    case 'footnote':
      return `<p${turned}><sup>${escapeHtml(block.marker)}</sup> ${formatRunsHtml(block.runs)}</p>`;
    default:
      return `<p${turned}>${formatRunsHtml(block.runs)}</p>`;
  }
}

function formatFigure(block: Block & { kind: 'figure' }, { figure }: HtmlOptions): string {
  const source = figure?.(block);
  const { left, right } = block.places[0]!.box;
  const width = Math.round(((right - left) * 96) / 72);
  const image =
    source === undefined
      ? ''
      : `<p><img src="${escapeHtml(source)}" width="${width}" alt="${escapeHtml(block.alt ?? '')}"></p>`;
  const caption = block.caption ? `<p>${formatRunsHtml(block.caption)}</p>` : '';
  return [image, caption].filter(part => part !== '').join('\n');
}

/** Writes items as lists within lists. */
class OpenLists {
  readonly #parts: string[];
  readonly #tags: ('ul' | 'ol')[] = [];

  constructor(parts: string[]) {
    this.#parts = parts;
  }

  #pop(): void {
    const tag = this.#tags.pop();
    this.#parts.push(`</li>\n</${tag}>`);
  }

  close(): void {
    while (this.#tags.length > 0) this.#pop();
  }

  add({ depth, ordered, marker, runs }: ListItem, turned: string): void {
    while (this.#tags.length > depth + 1) this.#pop();
    const tag = ordered ? 'ol' : 'ul';
    if (this.#tags.length === depth + 1 && this.#tags.at(-1) !== tag) this.#pop();
    if (this.#tags.length === depth + 1) this.#parts.push('</li>');
    while (this.#tags.length < depth + 1) {
      this.#tags.push(tag);
      this.#parts.push(`<${tag}${describeStart(ordered, marker)}>`);
      if (this.#tags.length < depth + 1) this.#parts.push('<li>');
    }
    this.#parts.push(`<li${turned}>${formatRunsHtml(runs)}`);
  }
}

/** Returns the attributes of a list that does not begin with 1 or counts in letters. */
function describeStart(ordered: boolean, marker: string): string {
  if (!ordered) return '';
  const number = Number(/\d+/.exec(marker)?.[0] ?? Number.NaN);
  if (!Number.isNaN(number)) return number === 1 ? '' : ` start="${number}"`;
  const letter = /[a-z]/i.exec(marker)?.[0] ?? 'a';
  const isRoman = /^\(?[ivx]+[.)]$/.test(marker);
  const value = letter.toLowerCase().charCodeAt(0) - 96;
  if (isRoman) return ' type="i"';
  const type = letter === letter.toUpperCase() ? 'A' : 'a';
  return ` type="${type}"${value === 1 ? '' : ` start="${value}"`}`;
}
