import type { Cell, CellValue, Sheet, Workbook } from 'hucre/xlsx';
import { checkZip, isEncryptedOffice, isEncryptedOpenDocument } from '../../containers/read-zip.ts';
import { JobFailure } from '../../contract/failure.ts';
import type { WarningId } from '../../contract/warnings.ts';
import { readLinks } from './links.ts';
import { listOdsSheets, readOdsRows } from './ods.ts';
import { type Beside, makeEmptyBeside, readSharedStrings, readXlsxRows } from './xlsx.ts';
import { findObjects, openXlsx, type XlsxBook } from './xlsx-parts.ts';

export interface ReadRequest {
  sheet?: string | number | undefined;
  formulas?: 'values' | 'keep' | undefined;
  /** A copy of the workbook, in which another engine has calculated the formulas. */
  calculated?: string | undefined;
  /** This is called where sheets are left out because the request names none. */
  leavesOut?: () => void;
  /** This is called for each object on a sheet besides its cells, at the latest after the sheet's rows. */
  leavesObjects?: (warning: WarningId) => void;
  /** This is called after the rows of a sheet whose formulas have no stored values. */
  lacksValues?: () => void;
}

/** Turns hucre's error about a file into a failure. */
function explainReadError(error: unknown): unknown {
  if (error instanceof JobFailure || !(error instanceof Error)) return error;
  const reason = /limit|exceed|too (many|large)/i.test(error.message) ? 'limit_exceeded' : 'unreadable_input';
  return new JobFailure(reason, `${error.name}: ${error.message}`);
}

/** Checks a file before it is opened. Encrypted files are left to LibreOffice, and zips must be within the limits. */
async function admit(path: string, format: string): Promise<string[]> {
  if (format !== 'ods' && (await isEncryptedOffice(path)))
    throw new JobFailure('password_required', 'encrypted workbook');
  const entries = await checkZip(path);
  if (format === 'ods' && (await isEncryptedOpenDocument(path)))
    throw new JobFailure('password_required', 'encrypted workbook');
  return entries;
}

async function readOdsBook(path: string, { sheet: choice, leavesObjects }: ReadRequest): Promise<Workbook> {
  const list = await listOdsSheets(path);
  const sheets = list.map(({ name, hidden }): Sheet & Required<Pick<Sheet, 'cells' | 'merges'>> => ({
    name,
    hidden,
    rows: [],
    merges: [],
    cells: new Map(),
  }));
  const chosen = leavesObjects ? chooseSheets(list, choice) : list;
  const isWanted = (index: number): boolean => chosen.includes(list[index]!);
  for await (const { sheet, cells, formulas, spans } of readOdsRows(path, isWanted, leavesObjects)) {
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

export const durationFormat = '[h]:mm:ss';

interface OpenXlsx {
  path: string;
  /** Calls `leavesObjects` for the things on these sheets. */
  report(sheets: readonly { name: string }[]): Promise<void>;
  book: XlsxBook;
  strings: string[];
}

/** Opens a workbook, or its calculated copy with the names and the hidden state of its own sheets, of which LibreOffice changes some. */
async function openXlsxValues(
  path: string,
  entries: string[],
  { calculated, leavesObjects }: ReadRequest,
): Promise<OpenXlsx> {
  const own = await openXlsx(path, entries);
  const report = async (sheets: readonly { name: string }[]) => {
    for (const { name, part } of leavesObjects ? own.sheets : [])
      if (sheets.some(sheet => sheet.name === name))
        for (const found of await findObjects(path, entries, part, own.pictures)) leavesObjects?.(found);
  };
  if (calculated !== undefined) {
    const book = await openXlsx(calculated, await checkZip(calculated));
    const sheets = own.sheets.flatMap(({ name, hidden }) => {
      const copy = book.sheets.find(sheet => sheet.name === name);
      return copy ? [{ ...copy, hidden }] : [];
    });
    if (sheets.length === own.sheets.length)
      return {
        path: calculated,
        report,
        book: { ...book, sheets },
        strings: await readSharedStrings(calculated, book),
      };
  }
  return { path, report, book: own, strings: await readSharedStrings(path, own) };
}

/** Reads a workbook with our own reader: hucre's knows neither hours beyond a day nor times of day from 1904. */
async function readXlsxBook(given: string, entries: string[], request: ReadRequest): Promise<Workbook> {
  const { path, report, book, strings } = await openXlsxValues(given, entries, request);
  if (request.leavesObjects) await report(chooseSheets(book.sheets, request.sheet));
  const sheets: Sheet[] = [];
  for (const { name, hidden, part } of book.sheets) {
    const beside = makeEmptyBeside();
    const { merges, formulas, durations, widths } = beside;
    const rows: CellValue[][] = [];
    for await (const row of readXlsxRows(path, book, part, strings, beside)) rows.push(row);
    if (beside.lacksValues) request.lacksValues?.();
    const cells = new Map<string, Cell>();
    for (const [key, days] of durations)
      cells.set(key, { value: days, type: 'number', style: { numFmt: durationFormat } });
    for (const [key, { formula, array }] of formulas) {
      const [row, column] = key.split(',').map(Number) as [number, number];
      // A program that does not calculate writes formulas without values.
      while (rows.length <= row) rows.push([]);
      rows[row] ??= [];
      const own = rows[row];
      while (own.length <= column) own.push(null);
      cells.set(key, {
        ...(cells.get(key) ?? { value: own[column] ?? null, type: 'formula' }),
        formula,
        ...(array ? { formulaType: 'array', formulaRef: array } : {}),
      });
    }
    const columns = Array.from(widths, width => (width ? { width } : {}));
    sheets.push({ name, hidden, rows, cells, merges, ...(columns.length ? { columns } : {}) });
  }
  return { sheets };
}

/**
 * Reads the whole workbook into memory, its formulas beside their values; with `leavesObjects` only the sheets asked for, where
 * those are cheaper to read.
 */
export async function openBook(path: string, format: string, request: ReadRequest = {}): Promise<Workbook> {
  const entries = await admit(path, format);
  try {
    return format === 'ods' ? await readOdsBook(path, request) : await readXlsxBook(path, entries, request);
  } catch (error) {
    throw explainReadError(error);
  }
}

/** A sheet with the addresses that its cells link to, by row and column. */
export type LinkedSheet = Sheet & { links?: ReadonlyMap<string, string> };

/** Reads the sheets asked for into memory, with their merged cells and links. */
export async function openValues(
  given: string,
  format: string,
  request: ReadRequest,
): Promise<LinkedSheet[]> {
  if (format === 'ods' || request.formulas === 'keep')
    return chooseSheets((await openBook(given, format, request)).sheets, request.sheet, request.leavesOut);
  const entries = await admit(given, format);
  try {
    const { path, report, book, strings } = await openXlsxValues(given, entries, request);
    const sheets: LinkedSheet[] = [];
    const chosen = chooseSheets(book.sheets, request.sheet, request.leavesOut);
    await report(chosen);
    for (const { name, part } of chosen) {
      const beside = makeEmptyBeside();
      const rows: CellValue[][] = [];
      for await (const row of readXlsxRows(path, book, part, strings, beside)) rows.push(row);
      if (beside.lacksValues) request.lacksValues?.();
      sheets.push({ name, rows, merges: beside.merges, links: await readLinks(path, part, beside) });
    }
    return sheets;
  } catch (error) {
    throw explainReadError(error);
  }
}

interface Named {
  name: string;
  hidden?: boolean;
  veryHidden?: boolean;
}
const isVisible = (sheet: Named): boolean => !sheet.hidden && !sheet.veryHidden;

/** Chooses the sheets that a request means: one by name or position, all that are not hidden, or the first of those. */
export function chooseSheets<S extends Named>(
  sheets: readonly S[],
  choice: string | number | undefined,
  leavesOut?: () => void,
): S[] {
  const [first] = sheets;
  if (!first) throw new JobFailure('unreadable_input', 'a workbook without sheets');
  if (choice === undefined) {
    if (sheets.filter(isVisible).length > 1) leavesOut?.();
    return [sheets.find(isVisible) ?? first];
  }
  const wanted = String(choice).toLowerCase();
  const named =
    sheets.find(({ name }) => name === choice) ?? sheets.find(({ name }) => name.toLowerCase() === wanted);
  if (named) return [named];
  if (choice === 'all') return sheets.filter(isVisible);
  const position = typeof choice === 'number' ? choice : /^\d+$/.test(choice) ? Number(choice) : 0;
  const sheet = sheets[position - 1];
  if (!sheet) throw new JobFailure('sheet_missing', `no sheet ${choice}: there are ${sheets.length}`);
  return [sheet];
}

/** Reads a sheet's rows, with formulas in place of their values where they are to be kept. */
export function* readRows(sheet: Sheet, formulas: 'values' | 'keep' = 'values'): Generator<CellValue[]> {
  const { cells } = sheet;
  for (let index = 0; index < sheet.rows.length; index++) {
    const row = sheet.rows[index] ?? [];
    if (formulas === 'values' || !cells) yield row;
    else {
      yield Array.from(row, (cell, column) => {
        const formula = cells.get(`${index},${column}`)?.formula;
        return formula === undefined ? (cell ?? null) : `=${formula.replace(/^=/, '')}`;
      });
    }
  }
}

export interface SheetRows {
  name: string;
  rows: AsyncIterable<CellValue[]> | Iterable<CellValue[]>;
}

async function* readXlsxCells(
  rows: (beside: Beside) => AsyncIterable<CellValue[]>,
  { lacksValues }: ReadRequest,
): AsyncGenerator<CellValue[]> {
  const beside = makeEmptyBeside();
  try {
    yield* rows(beside);
    if (beside.lacksValues) lacksValues?.();
  } catch (error) {
    throw explainReadError(error);
  }
}

async function* readOdsCells(
  path: string,
  sheet: number,
  { leavesObjects }: ReadRequest,
): AsyncGenerator<CellValue[]> {
  for await (const { cells } of readOdsRows(path, index => index === sheet, leavesObjects)) yield cells;
}

/** Opens the rows of the sheets asked for; those of an xlsx come one at a time, however many there are. */
export async function openSheets(given: string, format: string, request: ReadRequest): Promise<SheetRows[]> {
  if (format === 'ods' && request.formulas !== 'keep') {
    await admit(given, format);
    const list = (await listOdsSheets(given)).map((sheet, index) => ({ ...sheet, index }));
    return chooseSheets(list, request.sheet, request.leavesOut).map(({ name, index }) => ({
      name,
      rows: readOdsCells(given, index, request),
    }));
  }
  if (request.formulas === 'keep') {
    const book = await openBook(given, format, request);
    return chooseSheets(book.sheets, request.sheet, request.leavesOut).map(sheet => ({
      name: sheet.name,
      rows: readRows(sheet, request.formulas),
    }));
  }
  const { path, report, book, strings } = await openXlsxValues(given, await admit(given, format), request);
  const chosen = chooseSheets(book.sheets, request.sheet, request.leavesOut);
  await report(chosen);
  return chosen.map(({ name, part }) => ({
    name,
    rows: readXlsxCells(beside => readXlsxRows(path, book, part, strings, beside), request),
  }));
}
