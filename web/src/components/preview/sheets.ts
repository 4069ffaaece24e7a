import { formatValue } from 'hucre';
import { type CellValue, readXlsx, type Sheet } from 'hucre/xlsx';
import { language, locale } from '../../wording/language.ts';
import { maxRows } from './rows.ts';
import { listZipEntries } from './zip-entries.ts';

/** Larger workbooks would make the page wait. */
export const maxBookBytes = 5_000_000;
/** Unpacked, larger workbooks would take the memory of the page. */
const maxUnpackedBytes = 100_000_000;

export interface ShownSheet {
  name: string;
  rows: string[][];
  /** The number of the first of these rows in the sheet. */
  firstRow: number;
  /** Whether the sheet has more rows than are shown. */
  cut: boolean;
}

/**
 * The number formats of cells are written by a library that knows few locales: this one has the separators of the page's language,
 * which numbers without a format have. A German reader takes "1.234" for more than a thousand.
 */
const formatLocale = (1.5).toLocaleString(locale).includes(',')
  ? language === 'fr'
    ? 'fr-FR'
    : 'de-DE'
  : 'en-US';

function writeValue(value: CellValue | undefined, numFmt: string | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return String(value).toUpperCase();
  if (typeof value === 'string') return value;
  if (numFmt) return formatValue(value, numFmt, { locale: formatLocale });
  return value instanceof Date
    ? value.toLocaleString(locale, { timeZone: 'UTC' })
    : value.toLocaleString(locale, { maximumFractionDigits: 10, useGrouping: false });
}

function showSheet({ name, rows, cells }: Sheet): ShownSheet {
  const shown = Array.from(rows.slice(0, maxRows + 1), (row = [], index) =>
    Array.from(row, (value, column) =>
      writeValue(value, cells?.get(`${index},${column}`)?.style?.numFmt).trim(),
    ),
  );
  const isFilled = (row: string[]) => row.some(text => text !== '');
  const firstFilled = Math.max(0, shown.findIndex(isFilled));
  const filled = shown.slice(firstFilled, shown.findLastIndex(isFilled) + 1);
  const width = Math.max(0, ...filled.map(row => row.findLastIndex(text => text !== '') + 1));
  const [first = [], ...others] = filled;
  // The first row is as wide as the widest one, because it tells how many columns there are.
  return {
    name,
    rows: [Array.from({ length: width }, (_, column) => first[column] ?? ''), ...others],
    firstRow: firstFilled + 1,
    cut: rows.length > maxRows + 1,
  };
}

/** Reads a workbook from its address, unless it would take more memory than a page has. */
async function fetchBook(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The file could not be read (${response.status}).`);
  const file = await response.arrayBuffer();
  const unpackedBytes =
    listZipEntries(file)?.reduce((sum, { size }) => sum + size, 0) ?? Number.POSITIVE_INFINITY;
  if (unpackedBytes > maxUnpackedBytes) throw new Error('The workbook is too large for the page.');
  return file;
}

/** Reads the names of all sheets of a workbook. */
export async function readSheetNames(url: string): Promise<string[]> {
  const { sheets } = await readXlsx(await fetchBook(url), { maxRows: 1 });
  return sheets.map(({ name }) => name);
}

/** Reads the visible sheets of a workbook as texts, formatted as its cells say. */
export async function readSheets(url: string): Promise<ShownSheet[]> {
  const file = await fetchBook(url);
  const { sheets } = await readXlsx(file, {
    readStyles: true,
    maxRows: maxRows + 2,
    sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
  });
  return sheets.map(showSheet).filter(({ rows }) => rows[0]!.length > 0);
}
