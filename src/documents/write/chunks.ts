import { type Block, type Document, isFurniture, plainText, schemaVersion } from '../model.ts';
import { presentPlaces } from './json.ts';
import { formatBlock, type MarkdownOptions } from './markdown.ts';

export interface ChunkOptions extends MarkdownOptions {
  size: number;
  by: 'tokens' | 'characters';
}

const wide = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

/**
 * Estimates the tokens that a language model needs for a text: one for four letters, one for each ideograph
 * or symbol.
 */
export function estimateTokens(text: string): number {
  const ideographs = text.match(wide)?.length ?? 0;
  const words = text.replace(wide, ' ').match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  return ideographs + words.reduce((sum, word) => sum + Math.ceil(word.length / 4), 0);
}

interface Part {
  text: string;
  block: Block;
}

const measureText = (text: string, by: ChunkOptions['by']): number =>
  by === 'tokens' ? estimateTokens(text) : text.length;

/** Splits a block's text into parts that fit: tables by rows, each with the head, all else by sentences. */
function splitBlock(block: Block, options: ChunkOptions): string[] {
  const whole = formatBlock(block, options);
  if (measureText(whole, options.by) <= options.size) return whole === '' ? [] : [whole];
  if (block.kind === 'table' && block.rows.length > block.headerRows + 1) {
    const head = block.rows.slice(0, block.headerRows);
    const parts: string[] = [];
    let rows = block.rows.slice(0, 0);
    const format = (own: typeof rows) => formatBlock({ ...block, rows: [...head, ...own] }, options);
    for (const row of block.rows.slice(block.headerRows)) {
      if (rows.length > 0 && measureText(format([...rows, row]), options.by) > options.size) {
        parts.push(format(rows));
        rows = [];
      }
      rows = [...rows, row];
    }
    return [...parts, format(rows)];
  }
  return splitText(whole, options);
}

/** Joins sentences, or words if a sentence is too long, as long as they fit. */
function splitText(text: string, { size, by }: ChunkOptions): string[] {
  const pieces = text
    .split(/(?<=[.!?。！？\n])\s+/)
    .flatMap(sentence => (measureText(sentence, by) <= size ? [sentence] : splitWords(sentence, size, by)));
  return joinPieces(pieces, size, by, ' ');
}

function splitWords(sentence: string, size: number, by: ChunkOptions['by']): string[] {
  const words = sentence.split(/\s+/).flatMap(word => {
    const parts: string[] = [];
    for (let at = 0; at < word.length; at += size) parts.push(word.slice(at, at + size));
    return parts;
  });
  return joinPieces(words, size, by, ' ');
}

function joinPieces(
  pieces: readonly string[],
  size: number,
  by: ChunkOptions['by'],
  between: string,
): string[] {
  const joined: string[] = [];
  let [text, total] = ['', 0];
  for (const piece of pieces) {
    const own = measureText(piece, by) + (text === '' ? 0 : between.length);
    if (text !== '' && total + own > size) {
      joined.push(text);
      [text, total] = ['', 0];
    }
    text = text === '' ? piece : text + between + piece;
    total += own;
  }
  if (text !== '') joined.push(text);
  return joined;
}

/**
 * Writes a document as chunks, one JSON object per line. No chunk crosses a heading, and none is longer than
 * requested.
 */
export function writeChunks(document: Document, options: ChunkOptions): string {
  const lines: string[] = [];
  const path: { level: number; text: string }[] = [];
  let open: Part[] = [];
  const close = () => {
    if (open.length === 0) return;
    const text = open.map(part => part.text).join('\n\n');
    const places = [...new Set(open.map(part => part.block))].flatMap(presentPlaces);
    const chunk = {
      version: schemaVersion,
      id: lines.length + 1,
      headings: path.map(heading => heading.text),
      text,
      tokens: estimateTokens(text),
      characters: text.length,
      pages: [...new Set(places.map(place => place.page))].sort((a, b) => a - b),
      places,
    };
    lines.push(JSON.stringify(chunk));
    open = [];
  };
  for (const block of document.blocks) {
    if (isFurniture(block) && options.furniture === 'drop') continue;
    if (block.kind === 'heading') {
      close();
      while (path.length > 0 && path.at(-1)!.level >= block.level) path.pop();
      path.push({ level: block.level, text: plainText(block.runs) });
    }
    for (const text of splitBlock(block, options)) {
      const total = measureText([...open.map(part => part.text), text].join('\n\n'), options.by);
      if (open.length > 0 && total > options.size) close();
      open.push({ text, block });
    }
  }
  close();
  return lines.map(line => `${line}\n`).join('');
}
