import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { writeOds } from 'hucre/ods';
import { type CellValue, type Sheet, type WriteSheet, writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import { JobFailure } from '../../contract/failure.ts';

const mostOdsRows = 1_048_576;
const longestText = 32_767;

/** A sheet's name may be 31 characters, none of them these. */
const sheetName = (stem: string): string => stem.replace(/[[\]:*?/\\']/g, '_').slice(0, 31) || 'Sheet1';

/** Office reads _x0041_ as the letter it numbers, unless its first line is numbered itself. */
const withoutNumbers = (text: string): string =>
  text.includes('_x') ? text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : text;

const written = (cell: CellValue | undefined): CellValue =>
  typeof cell === 'string' ? withoutNumbers(cell) : (cell ?? null);

async function* checked(rows: AsyncIterable<CellValue[]>, to: string): AsyncGenerator<CellValue[]> {
  for await (const row of rows) {
    if (row.length > 16_384) throw new JobFailure('unsupported_content', `a row of ${row.length} cells`);
    for (const [column, cell] of row.entries()) {
      if (typeof cell !== 'string') continue;
      if (cell.length > longestText)
        throw new JobFailure('unsupported_content', `a cell of ${cell.length} characters`);
      if (to === 'xlsx') row[column] = withoutNumbers(cell);
    }
    yield row;
  }
}

/** Rows as a workbook of one sheet; an xlsx is written as they come and goes on in a next sheet when one is full. */
export async function writeBook(
  output: string,
  to: string,
  stem: string,
  rows: AsyncIterable<CellValue[]>,
): Promise<void> {
  const name = sheetName(stem);
  if (to === 'xlsx') {
    const stream = writeXlsxStream(checked(rows, to), { name }) as WebStream<Uint8Array>;
    await pipeline(Readable.fromWeb(stream), createWriteStream(output));
    return;
  }
  const all: CellValue[][] = [];
  for await (const row of checked(rows, to)) {
    all.push(row);
    if (all.length > mostOdsRows) throw new JobFailure('unsupported_content', 'more rows than a sheet has');
  }
  await writeFile(output, await writeOds({ sheets: [{ name, rows: all }] }));
}

/** A workbook written anew with the sheets chosen, its formulas kept or turned into their values. */
export async function rewriteBook(
  output: string,
  to: string,
  sheets: Sheet[],
  keepFormulas: boolean,
): Promise<void> {
  const copies = sheets.map(({ name, rows, merges, cells, columns }): WriteSheet => {
    const kept = new Map([...(cells ?? [])].filter(([, cell]) => cell.formula !== undefined));
    return {
      name,
      rows: Array.from(rows, row =>
        Array.from(row ?? [], cell => (to === 'xlsx' ? written(cell) : (cell ?? null))),
      ),
      ...(merges ? { merges } : {}),
      ...(columns ? { columns } : {}),
      ...(keepFormulas && kept.size ? { cells: kept } : {}),
    };
  });
  await writeFile(
    output,
    await (to === 'ods' ? writeOds({ sheets: copies }) : writeXlsx({ sheets: copies })),
  );
}
