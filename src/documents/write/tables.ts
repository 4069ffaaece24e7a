import { type Document, plainText, schemaVersion, type TableBlock } from '../model.ts';
import { escapeHtml, formatTableHtml } from './html-table.ts';
import { presentPlaces } from './json.ts';
import { placeCells } from './markdown-table.ts';

export const listTables = ({ blocks }: Document): TableBlock[] =>
  blocks.filter(block => block.kind === 'table');

export type CellValue = string | number | null;

const plainNumber = /^[+−–-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
/** Returns true for digits with a leading zero, which are a code and not a quantity. */
const isCode = (text: string): boolean => /^[+−–-]?0\d/.test(text);
const maxDigits = 15;

/** Reads a cell's text as a number if it is one and nothing of it is lost. */
export function readValue(text: string): CellValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const inBrackets = /^\(([\d.,]+)\)$/.exec(trimmed)?.[1];
  const body = inBrackets ?? trimmed;
  if (!plainNumber.test(body) || isCode(body) || body.replace(/\D/g, '').length > maxDigits) return trimmed;
  const value = Number(body.replaceAll(',', '').replace(/^[−–]/, '-'));
  return inBrackets === undefined ? value : -value;
}

/** A value with the format in which a sheet shows it as it is printed. */
interface FormattedValue {
  value: number;
  format: string;
}

const signs = '[$€£¥₹]';
const money = new RegExp(`^(\\(?)([-−–]?)(${signs})?\\s?([\\d.,]+)\\s?(${signs})?(\\)?)$`, 'u');
const millisecondsOfDay = 86_400_000;

const makeDigits = (body: string): string => {
  const decimals = /\.(\d+)$/.exec(body)?.[1]?.length ?? 0;
  return `${body.includes(',') ? '#,##0' : '0'}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
};

/** Reads a cell's text as a percentage, an amount of money or a date, if it clearly is one. */
function readFormatted(text: string): FormattedValue | undefined {
  const trimmed = text.trim();
  const [, share] = /^(.*\d)\s?%$/.exec(trimmed) ?? [];
  const percent = share === undefined ? undefined : readValue(share);
  if (share !== undefined && typeof percent === 'number')
    // Rounding keeps 12.3 % from becoming 0.12300000000000001.
    return { value: Number((percent / 100).toPrecision(maxDigits)), format: `${makeDigits(share)}%` };
  const [, open, minus, before, amount = '', after, close] = money.exec(trimmed) ?? [];
  const sign = before ?? after;
  const value = sign === undefined || (before && after) || !!open !== !!close ? null : readValue(amount);
  if (typeof value === 'number') {
    const digits = makeDigits(amount);
    const shown = before ? `"${sign}"${digits}` : `${digits} "${sign}"`;
    return { value: minus || open ? -value : value, format: open ? `${shown};(${shown})` : shown };
  }
  return readDay(trimmed);
}

/**
 * Reads a date in the order year, month, day, which is unambiguous, as the number by which sheets count days.
 */
function readDay(text: string): FormattedValue | undefined {
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) return undefined;
  return { value: (day.getTime() - Date.UTC(1899, 11, 30)) / millisecondsOfDay, format: 'yyyy-mm-dd' };
}

/** Lists the cells below a table's head that a sheet shows in a format of their own, by `row,column`. */
export function listFormatted(table: TableBlock): Map<string, FormattedValue> {
  const found = new Map<string, FormattedValue>();
  for (const [at, row] of placeCells(table.rows).entries())
    for (const [column, cell] of row.entries()) {
      const made = cell && at >= table.headerRows ? readFormatted(plainText(cell.runs)) : undefined;
      if (made) found.set(`${at},${column}`, made);
    }
  return found;
}

/** Reads the values of a table, row by row. Places that a cell spans are empty, and header rows stay text. */
export function readValues(table: TableBlock): CellValue[][] {
  return placeCells(table.rows).map((row, at) =>
    row.map(cell => {
      const text = cell ? plainText(cell.runs) : '';
      return at < table.headerRows ? text || null : readValue(text);
    }),
  );
}

/** Columns of a sheet are between these widths, in characters. */
const [narrowest, widest] = [8, 60];

/** Measures the width of each column of a sheet by its longest text in a single cell. */
export function measureColumns(table: TableBlock): number[] {
  const grid = placeCells(table.rows);
  return (grid[0] ?? []).map((_, column) => {
    const lengths = grid.map(row => {
      const cell = row[column];
      return cell && cell.columns === 1 ? plainText(cell.runs).trim().length + 2 : 0;
    });
    return Math.min(widest, Math.max(narrowest, ...lengths));
  });
}

/** Finds the cells that span others, for a sheet that merges them. */
export function findMerges(
  table: TableBlock,
): { startRow: number; startCol: number; endRow: number; endCol: number }[] {
  return placeCells(table.rows).flatMap((row, at) =>
    row.flatMap((cell, column) =>
      cell && (cell.columns > 1 || cell.rows > 1)
        ? [
            {
              startRow: at,
              startCol: column,
              endRow: Math.min(table.rows.length, at + cell.rows) - 1,
              endCol: column + cell.columns - 1,
            },
          ]
        : [],
    ),
  );
}

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Writes a table as CSV. Numbers keep their digits, without thousands separators. */
export const writeCsv = (table: TableBlock): string =>
  placeCells(table.rows)
    .map((row, at) => {
      const cells = row.map(cell => {
        const text = cell ? plainText(cell.runs).trim() : '';
        const isNumber =
          at >= table.headerRows && typeof readValue(text) === 'number' && plainNumber.test(text);
        return quote(isNumber ? text.replaceAll(',', '').replace(/^[−–]/, '-') : text);
      });
      return `${cells.join(',')}\r\n`;
    })
    .join('');

export function writeTablesJson(document: Document): string {
  const tables = listTables(document).map((table, index) => ({
    id: index + 1,
    places: presentPlaces(table),
    ...(table.caption && { caption: plainText(table.caption) }),
    headerRows: table.headerRows,
    rows: readValues(table),
  }));
  return `${JSON.stringify({ schema: 'filemill.tables', version: schemaVersion, tables }, null, 1)}\n`;
}

export function writeTablesHtml(document: Document, title: string): string {
  const parts = listTables(document).map(table => {
    const caption = table.caption ? `<p>${escapeHtml(plainText(table.caption))}</p>\n` : '';
    return caption + formatTableHtml(table);
  });
  return `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n</head>\n<body>\n${parts.join('\n')}\n</body>\n</html>\n`;
}
