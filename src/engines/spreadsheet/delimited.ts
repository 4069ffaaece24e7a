import { writeTextFile } from '../../encodings/encode.ts';
import { type CsvCell, type CsvStyle, writeCsvLine } from '../../tabular/csv.ts';
import { formatCell } from './cells.ts';
import type { SheetRows } from './read.ts';

/** Writes a sheet as CSV or TSV: every record is as wide as the widest before it. */
async function* writeLines(
  { rows }: SheetRows,
  style: CsvStyle,
  dateFormat: string | undefined,
): AsyncGenerator<string> {
  let width = 1;
  let piece = '';
  let blank = 0;
  for await (const row of rows) {
    const cells: CsvCell[] = [];
    let said = 0;
    for (let index = 0; index < row.length; index++) {
      const text = formatCell(row[index], dateFormat);
      cells.push(text);
      if (text !== null) said = index + 1;
    }
    // Empty rows after the last with a value are formatting, not data.
    if (said === 0) {
      blank++;
      continue;
    }
    for (; blank > 0; blank--) piece += writeCsvLine(Array(width).fill(null), style);
    if (said > width) width = said;
    while (cells.length > width) cells.pop();
    while (cells.length < width) cells.push(null);
    piece += writeCsvLine(cells, style);
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
  await writeTextFile(output, writeLines(sheet, style, dateFormat), encoding);
}
