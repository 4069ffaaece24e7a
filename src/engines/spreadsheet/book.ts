import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { writeOds } from 'hucre/ods';
import {
  type Cell,
  type CellValue,
  type Sheet,
  type WriteSheet,
  writeXlsx,
  writeXlsxStream,
} from 'hucre/xlsx';
import { JobFailure } from '../../contract/failure.ts';
import { computeSerial, formatCell, momentFormat, readMoment } from './cells.ts';
import { separateAsOpenDocument, standsAlone } from './formula.ts';
import { durationFormat } from './read.ts';
import { measureColumns } from './widths.ts';

const maxOdsRows = 1_048_576;
const longestText = 32_767;

/** Makes the name of a sheet, which may have 31 characters and none of these. */
const makeSheetName = (stem: string): string => stem.replace(/[[\]:*?/\\']/g, '_').slice(0, 31) || 'Sheet1';

/** Office reads _x0041_ as the character with this number, so such a text's first underscore is escaped in the same way. */
const escapeNumbered = (text: string): string =>
  text.includes('_x') ? text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : text;

const noCharacter = /[\uFFFE\uFFFF]/g;
/** Control characters except tabs and line ends, and characters that XML does not allow. */
const noText = /[^\t\n\r\u0020-\uFFFD]/;

/**
 * Checks that a sheet of that format can hold a text, and adapts it: an OpenDocument sheet has no carriage returns and
 * no control characters.
 */
function checkText(text: string, to: string): string {
  if (!text.isWellFormed()) throw new JobFailure('not_representable', 'text with half a character');
  if (to === 'xlsx')
    return escapeNumbered(text).replace(
      noCharacter,
      found => `_x${found.charCodeAt(0).toString(16).toUpperCase()}_`,
    );
  if (noText.test(text)) throw new JobFailure('not_representable', 'ods cannot hold a control character');
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Keeps the fractions of seconds of a moment as text: hucre writes none into an ods. */
const keepFraction = (cell: CellValue, to: string): CellValue =>
  to === 'ods' && cell instanceof Date && cell.getUTCMilliseconds() ? formatCell(cell) : cell;

const checkCell = (cell: CellValue | undefined, to: string): CellValue =>
  typeof cell === 'string' ? checkText(cell, to) : keepFraction(cell ?? null, to);

async function* checkRows(rows: AsyncIterable<CellValue[]>, to: string): AsyncGenerator<CellValue[]> {
  for await (const row of rows) {
    if (row.length > 16_384) throw new JobFailure('table_too_large', `a row of ${row.length} cells`);
    for (const [column, cell] of row.entries()) {
      if (typeof cell === 'string' && cell.length > longestText)
        throw new JobFailure('table_too_large', `a cell of ${cell.length} characters`);
      row[column] = checkCell(cell, to);
    }
    yield row;
  }
}

/**
 * Writes rows as a workbook of one sheet, with a number format for each column that has one; an xlsx is written as they come,
 * and continues on another sheet when one is full.
 */
export async function writeBook(
  output: string,
  to: string,
  stem: string,
  rows: AsyncIterable<CellValue[]>,
  formats?: readonly (string | undefined)[],
): Promise<void> {
  const name = makeSheetName(stem);
  const { columns, rows: measured } = await measureColumns(checkRows(rows, to), formats);
  if (to === 'xlsx') {
    const stream = writeXlsxStream(measured, { name, columns }) as WebStream<Uint8Array>;
    await pipeline(Readable.fromWeb(stream), createWriteStream(output));
    return;
  }
  const all: CellValue[][] = [];
  for await (const row of measured) {
    all.push(row);
    if (all.length > maxOdsRows) throw new JobFailure('table_too_large', 'more rows than a sheet has');
  }
  await writeFile(output, await writeOds({ sheets: [{ name, rows: all, columns }] }));
}

/** Chooses the number format of a moment: for a day, a time of day or both. */
function chooseFormat(date: Date): string {
  const { kind } = readMoment(date);
  return kind === 'time' ? 'hh:mm:ss' : kind === 'date' ? 'yyyy-mm-dd' : momentFormat;
}

/** Describes a cell besides its value: its formula where that is kept, and the format of a moment. */
function describeCell(
  value: CellValue,
  cell: Cell | undefined,
  keeps: (formula: string) => boolean,
): Cell | undefined {
  const isDuration = cell?.style?.numFmt === durationFormat;
  const own = isDuration ? cell.value : value instanceof Date ? computeSerial(value) : value;
  const numFmt = isDuration ? durationFormat : value instanceof Date ? chooseFormat(value) : undefined;
  const shown = { value: own, ...(numFmt ? { style: { numFmt } } : {}) };
  if (cell?.formula !== undefined && keeps(cell.formula))
    return { ...cell, ...shown, type: 'formula', formulaResult: own };
  return numFmt ? { ...shown, type: 'number' } : undefined;
}

/** Writes a workbook again with the sheets chosen, its formulas kept or turned into their values. */
export async function rewriteBook(
  output: string,
  to: string,
  sheets: Sheet[],
  keepFormulas: boolean,
): Promise<void> {
  const names = sheets.map(({ name }) => name);
  const keepsFormula = (formula: string): boolean => keepFormulas && standsAlone(formula, names);
  const copies = sheets.map(({ name, hidden, rows, merges, cells, columns }): WriteSheet => {
    const details = new Map<string, Cell>();
    const copied = Array.from(rows, (row, index) =>
      Array.from(row ?? [], (value, column) => {
        const key = `${index},${column}`;
        const cell = cells?.get(key);
        const detail =
          cell || value instanceof Date ? describeCell(value ?? null, cell, keepsFormula) : undefined;
        if (to === 'xlsx') {
          if (detail) details.set(key, detail);
          return checkCell(detail ? detail.value : value, to);
        }
        const formula = detail?.formula === undefined ? undefined : separateAsOpenDocument(detail.formula);
        if (formula !== undefined) details.set(key, { ...cell!, formula });
        // hucre writes days into an ods, but no times of day.
        return value instanceof Date && readMoment(value).kind === 'time'
          ? formatCell(value)
          : checkCell(value, to);
      }),
    );
    return {
      name,
      ...(hidden && sheets.length > 1 ? { hidden } : {}),
      rows: copied,
      ...(merges ? { merges } : {}),
      ...(columns ? { columns } : {}),
      ...(details.size ? { cells: details } : {}),
    };
  });
  await writeFile(
    output,
    await (to === 'ods' ? writeOds({ sheets: copies }) : writeXlsx({ sheets: copies })),
  );
}
