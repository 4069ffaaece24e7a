import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from '../../../documents/model.ts';
import { writeMarkdown } from '../../../documents/write/markdown.ts';
import { readPdf } from '../document.ts';
import { type DrawnPage, type DrawnText, drawPdf } from './draw-pdf.ts';

/** Reads pages that are drawn by hand. */
export async function readDrawn(
  pages: DrawnPage[],
  outline?: Parameters<typeof drawPdf>[1],
): Promise<{ document: Document; text: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-reading-'));
  const path = join(dir, 'drawn.pdf');
  writeFileSync(path, drawPdf(pages, outline));
  const { document, source } = await readPdf(path, { dir }, () => {});
  source.close();
  rmSync(dir, { recursive: true });
  return { document, text: writeMarkdown(document, { tables: 'auto', furniture: 'drop' }) };
}

export const sentence =
  'The wheel turns slowly in the stream and grinds the corn of the village all year long,';
/** A paragraph of several full lines. */
export const prose = (y: number, lines = 3, x = 72): DrawnText[] =>
  Array.from({ length: lines }, (_, at) => ({
    x,
    y: y + 12 * at,
    text: at === lines - 1 ? 'and so it does for ever.' : sentence,
  }));
export const row = (
  y: number,
  xs: number[],
  texts: string[],
  font: DrawnText['font'] = 'plain',
): DrawnText[] => texts.flatMap((text, at) => (text === '' ? [] : [{ x: xs[at]!, y, text, font }]));
export const one = (...texts: (DrawnText | DrawnText[])[]): DrawnPage[] => [{ texts: texts.flat() }];
