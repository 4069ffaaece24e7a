import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvStyle, csvLine } from '../csv.ts';
import { encodeText } from '../encode.ts';
import { textOf } from './cells.ts';
import type { SheetRows } from './read.ts';

/** A sheet as CSV or TSV: every record as wide as the widest before it. */
async function* lines(
  { rows }: SheetRows,
  style: CsvStyle,
  dateFormat: string | undefined,
): AsyncGenerator<string> {
  let width = 0;
  let piece = '';
  let blank = 0;
  for await (const row of rows) {
    const cells = Array.from(row, cell => textOf(cell, dateFormat));
    // Empty rows after the last that says something are formatting, not data.
    if (cells.every(cell => cell === null)) {
      blank++;
      continue;
    }
    for (; blank > 0; blank--) piece += csvLine(Array(Math.max(width, 1)).fill(null), style);
    width = Math.max(width, cells.findLastIndex(cell => cell !== null) + 1);
    cells.length = Math.max(width, 1);
    piece += csvLine(
      Array.from(cells, cell => cell ?? null),
      style,
    );
    if (piece.length > 1 << 16) {
      yield piece;
      piece = '';
    }
  }
  if (piece) yield piece;
}

export async function writeDelimited(
  output: string,
  sheet: SheetRows,
  style: CsvStyle,
  { encoding = 'utf-8', dateFormat }: { encoding?: string | undefined; dateFormat?: string | undefined },
): Promise<void> {
  await pipeline(
    Readable.from(encodeText(lines(sheet, style, dateFormat), encoding)),
    createWriteStream(output),
  );
}
