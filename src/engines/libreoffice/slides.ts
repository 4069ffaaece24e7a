import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { splitBefore } from '../../lists.ts';
import { escapeHtml } from '../../markup/escape-html.ts';

interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
  link?: string;
}
interface Words {
  text: string;
  runs: Run[];
}
type Block =
  | ({ kind: 'paragraph' } & Words)
  | ({ kind: 'item'; level: number; numbered: boolean } & Words)
  | { kind: 'table'; rows: string[][] }
  | { kind: 'picture'; file: string; text: string };
type Item = Extract<Block, { kind: 'item' }>;

/** A slide as slides.py reads it from a presentation. */
export interface Slide {
  title: string;
  blocks: Block[];
  notes: Block[];
}

/** Formats slides as text: a title, the text under it, the notes, and a form feed after each. */
export function formatSlidesText(slides: readonly Slide[]): string {
  return slides
    .map(({ title, blocks, notes }) => {
      const parts = [title, formatText(blocks), notes.length ? `Notes:\n${formatText(notes)}` : ''];
      return `${parts.filter(Boolean).join('\n\n')}\n\f`;
    })
    .join('');
}

const formatText = (blocks: readonly Block[]): string =>
  blocks
    .map(block => {
      if (block.kind === 'table')
        return `${block.rows.map(row => row.map(joinLines).join('\t')).join('\n')}\n`;
      if (block.kind === 'picture') return '';
      return block.kind === 'item' ? `${'  '.repeat(block.level)}- ${block.text}` : block.text;
    })
    .filter(Boolean)
    .join('\n');

const joinLines = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Formats slides as an HTML page: a section for each, with pictures from `dir` within it. */
export async function formatSlidesHtml(slides: readonly Slide[], stem: string, dir: string): Promise<string> {
  const sections: string[] = [];
  for (const { title, blocks, notes } of slides) {
    const noted = notes.length
      ? `<blockquote>\n<p><strong>Notes</strong></p>\n${await formatBlocks(notes, dir)}</blockquote>\n`
      : '';
    const head = title ? `<h2>${escapeHtml(title)}</h2>\n` : '';
    sections.push(`<section>\n${head}${await formatBlocks(blocks, dir)}${noted}</section>\n`);
  }
  return `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(stem)}</title>\n<style>body{max-width:50em;margin:2em auto;padding:0 1em;line-height:1.4}img{max-width:100%}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .5em}section+section{border-top:1px solid #ccc}</style>\n</head>\n<body>\n${sections.join('')}</body>\n</html>\n`;
}

async function formatBlocks(blocks: readonly Block[], dir: string): Promise<string> {
  let html = '';
  const parts = splitBefore(blocks, (block, before) => block.kind !== 'item' || before.kind !== 'item');
  for (const part of parts) {
    const [block] = part;
    if (block.kind === 'item')
      html += formatList(
        part.filter(each => each.kind === 'item'),
        0,
      );
    else if (block.kind === 'paragraph') html += `<p>${formatWords(block)}</p>\n`;
    else if (block.kind === 'table') html += formatTable(block.rows);
    else html += await formatPicture(block, dir);
  }
  return html;
}

/** Formats a list; items deeper than `level` belong into the one before them. */
function formatList(items: readonly Item[], level: number): string {
  const tag = items[0]?.numbered ? 'ol' : 'ul';
  let html = `<${tag}>\n`;
  for (const [item, ...inner] of splitBefore(items, each => each.level <= level)) {
    const deeper = inner.length ? `\n${formatList(inner, Math.min(...inner.map(each => each.level)))}` : '';
    html += `<li>${formatWords(item)}${deeper}</li>\n`;
  }
  return `${html}</${tag}>\n`;
}

function formatWords({ text, runs }: Words): string {
  if (!runs.length) return escapeHtml(text);
  return runs
    .map(run => {
      let html = escapeHtml(run.text).replaceAll('\n', '<br>');
      if (run.bold) html = `<strong>${html}</strong>`;
      if (run.italic) html = `<em>${html}</em>`;
      return run.link && /^(https?:|mailto:)/i.test(run.link)
        ? `<a href="${escapeHtml(run.link)}">${html}</a>`
        : html;
    })
    .join('');
}

const formatTable = ([header = [], ...rows]: readonly string[][]): string =>
  `<table>\n<thead>\n${formatRow(header, 'th')}</thead>\n<tbody>\n${rows.map(row => formatRow(row, 'td')).join('')}</tbody>\n</table>\n`;

const formatRow = (cells: readonly string[], tag: 'th' | 'td'): string =>
  `<tr>${cells.map(cell => `<${tag}>${escapeHtml(cell).replaceAll('\n', '<br>')}</${tag}>`).join('')}</tr>\n`;

async function formatPicture(
  { file, text }: Extract<Block, { kind: 'picture' }>,
  dir: string,
): Promise<string> {
  const bytes = await readFile(join(dir, file)).catch(() => undefined);
  if (!bytes?.length) return '';
  return `<p><img alt="${escapeHtml(text)}" src="data:image/png;base64,${bytes.toString('base64')}"></p>\n`;
}
