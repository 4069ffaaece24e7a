import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type CellValue, readXlsx, type Sheet, streamXlsxRows, type Workbook } from 'hucre/xlsx';
import { JobFailure } from '../../contract/failure.ts';
import { checkArchive, isEncryptedOffice } from '../archive.ts';
import { odsRows, odsSheets } from './ods.ts';

export interface ReadRequest {
  sheet?: string | number | undefined;
  formulas?: 'values' | 'keep' | undefined;
}

/** hucre's own words for a file's faults, in the contract's. */
function spreadsheetFailure(error: unknown): unknown {
  if (error instanceof JobFailure || !(error instanceof Error)) return error;
  const reason = /limit|exceed|too (many|large)/i.test(error.message) ? 'limit_exceeded' : 'unreadable_input';
  return new JobFailure(reason, `${error.name}: ${error.message}`);
}

/** Opens nothing that is encrypted, which is LibreOffice's to open, and no zip that has not been looked through. */
async function admit(path: string, format: string): Promise<void> {
  if (format !== 'ods' && (await isEncryptedOffice(path)))
    throw new JobFailure('password_required', 'encrypted workbook');
  await checkArchive(path);
}

async function odsBook(path: string): Promise<Workbook> {
  const sheets = (await odsSheets(path)).map(
    ({ name, hidden }): Sheet & Required<Pick<Sheet, 'cells' | 'merges'>> => ({
      name,
      hidden,
      rows: [],
      merges: [],
      cells: new Map(),
    }),
  );
  for await (const { sheet, cells, formulas, spans } of odsRows(path, () => true)) {
    const { rows, merges, cells: details } = sheets[sheet]!;
    for (const [column, down, across] of spans) {
      merges.push({
        startRow: rows.length,
        startCol: column,
        endRow: rows.length + down - 1,
        endCol: column + across - 1,
      });
    }
    for (const [column, formula] of formulas) {
      details.set(`${rows.length},${column}`, { value: cells[column] ?? null, type: 'formula', formula });
    }
    rows.push(cells);
  }
  return { sheets };
}

/** The whole workbook in memory. */
export async function openBook(path: string, format: string): Promise<Workbook> {
  await admit(path, format);
  try {
    return format === 'ods' ? await odsBook(path) : await readXlsx(await readFile(path));
  } catch (error) {
    throw spreadsheetFailure(error);
  }
}

interface Named {
  name: string;
  hidden?: boolean;
  veryHidden?: boolean;
}
const isVisible = (sheet: Named): boolean => !sheet.hidden && !sheet.veryHidden;

/** The sheets a request means: one by name or position, all that are not hidden, or the first of those. */
export function chosenSheets<S extends Named>(
  sheets: readonly S[],
  choice: string | number | undefined,
): S[] {
  if (!sheets.length) throw new JobFailure('unreadable_input', 'a workbook without sheets');
  if (choice === undefined) return [sheets.find(isVisible) ?? sheets[0]!];
  const wanted = String(choice).toLowerCase();
  const named =
    sheets.find(({ name }) => name === choice) ?? sheets.find(({ name }) => name.toLowerCase() === wanted);
  if (named) return [named];
  if (choice === 'all') return sheets.filter(isVisible);
  const position = typeof choice === 'number' ? choice : /^\d+$/.test(choice) ? Number(choice) : 0;
  const sheet = sheets[position - 1];
  if (!sheet) throw new JobFailure('unsupported_content', `no sheet ${choice}: there are ${sheets.length}`);
  return [sheet];
}

/** A sheet's rows, formulas in place of their values where they are to be kept. */
export function* rowsOf(sheet: Sheet, formulas: 'values' | 'keep' = 'values'): Generator<CellValue[]> {
  for (let index = 0; index < sheet.rows.length; index++) {
    const row = sheet.rows[index] ?? [];
    if (formulas === 'values' || !sheet.cells) yield row;
    else {
      yield Array.from(row, (cell, column) => {
        const formula = sheet.cells!.get(`${index},${column}`)?.formula;
        return formula === undefined ? (cell ?? null) : `=${formula.replace(/^=/, '')}`;
      });
    }
  }
}

export interface SheetRows {
  name: string;
  rows: AsyncIterable<CellValue[]> | Iterable<CellValue[]>;
}

async function* streamed(path: string, sheet: number): AsyncGenerator<CellValue[]> {
  try {
    let expected = 0;
    const source = Readable.toWeb(
      createReadStream(path, { highWaterMark: 1 << 18 }),
    ) as ReadableStream<Uint8Array>;
    for await (const { index, values } of streamXlsxRows(source, { sheet })) {
      for (; expected < index; expected++) yield [];
      expected++;
      yield values;
    }
  } catch (error) {
    throw spreadsheetFailure(error);
  }
}

async function* odsCells(path: string, sheet: number): AsyncGenerator<CellValue[]> {
  for await (const { cells } of odsRows(path, index => index === sheet)) yield cells;
}

async function sheetList(path: string): Promise<(Named & { index: number })[]> {
  const found: (Named & { index: number })[] = [];
  const note = ({ name, hidden, veryHidden }: Named, index: number) => {
    found.push({ name, index, hidden: hidden ?? false, veryHidden: veryHidden ?? false });
    return false;
  };
  try {
    await readXlsx(await readFile(path), { sheets: note });
  } catch (error) {
    if (!found.length) throw spreadsheetFailure(error);
  }
  return found;
}

/** The rows of the sheets asked for; those of an xlsx come one at a time, however many there are. */
export async function openSheets(path: string, format: string, request: ReadRequest): Promise<SheetRows[]> {
  if (format === 'ods' && request.formulas !== 'keep') {
    await admit(path, format);
    const list = (await odsSheets(path)).map((sheet, index) => ({ ...sheet, index }));
    return chosenSheets(list, request.sheet).map(({ name, index }) => ({
      name,
      rows: odsCells(path, index),
    }));
  }
  if (request.formulas === 'keep') {
    const book = await openBook(path, format);
    return chosenSheets(book.sheets, request.sheet).map(sheet => ({
      name: sheet.name,
      rows: rowsOf(sheet, request.formulas),
    }));
  }
  await admit(path, format);
  const list = await sheetList(path);
  return chosenSheets(list, request.sheet).map(({ name, index }) => ({ name, rows: streamed(path, index) }));
}
