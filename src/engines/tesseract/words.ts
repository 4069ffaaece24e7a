import type { Box } from '../../documents/boxes.ts';

/** A word, in pixels of the recognised image. */
export interface Word extends Box {
  text: string;
  /** The confidence from 0 to 100. */
  confidence: number;
}

export interface Line {
  words: Word[];
}

export interface Paragraph {
  lines: Line[];
}

export interface Block {
  paragraphs: Paragraph[];
}

const levels = { block: 2, paragraph: 3, line: 4, word: 5 };

/** Reads Tesseract's table of what it found, in reading order. */
export function parseTsv(table: string): Block[] {
  const blocks: Block[] = [];
  for (const row of table.split('\n').slice(1)) {
    const fields = row.split('\t');
    const level = Number(fields[0]);
    if (level === levels.block) blocks.push({ paragraphs: [] });
    else if (level === levels.paragraph) blocks.at(-1)?.paragraphs.push({ lines: [] });
    else if (level === levels.line) blocks.at(-1)?.paragraphs.at(-1)?.lines.push({ words: [] });
    else if (level === levels.word) addWord(blocks, fields);
  }
  return blocks;
}

function addWord(blocks: Block[], fields: string[]): void {
  const number = (at: number) => Number(fields[at]);
  const [left, top] = [number(6), number(7)];
  const text = fields.slice(11).join('\t').trim();
  const line = blocks.at(-1)?.paragraphs.at(-1)?.lines.at(-1);
  if (!line || text === '') return;
  line.words.push({
    text,
    confidence: Math.max(0, Math.min(100, number(10))),
    left,
    top,
    right: left + number(8),
    bottom: top + number(9),
  });
}
