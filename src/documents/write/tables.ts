import { type Document, plainText, schemaVersion, type TableBlock } from '../model.ts';
import { escapeHtml, formatTableHtml } from './html-table.ts';
import { presentPlaces } from './json.ts';
import { placeCells } from './markdown-table.ts';

export const listTables = ({ blocks }: Document): TableBlock[] =>
  blocks.filter(block => block.kind === 'table');

export type CellValue = string | number | null;

const plainNumber = /^[+−–-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
/** Figures that begin with a nought name something: a code, not a quantity. */
const isCode = (text: string): boolean => /^[+−–-]?0\d/.test(text);
const mostDigits = 15;

/** A cell's text as a number where it is one and nothing of it would be lost. */
export function readValue(text: string): CellValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const inBrackets = /^\(([\d.,]+)\)$/.exec(trimmed)?.[1];
  const body = inBrackets ?? trimmed;
  if (!plainNumber.test(body) || isCode(body) || body.replace(/\D/g, '').length > mostDigits) return trimmed;
  const value = Number(body.replaceAll(',', '').replace(/^[−–]/, '-'));
  return inBrackets === undefined ? value : -value;
}

/** The values of a table, row by row; places that a cell spans are empty. Head rows stay text. */
export function readValues(table: TableBlock): CellValue[][] {
  return placeCells(table.rows).map((row, at) =>
    row.map(cell => {
      const text = cell ? plainText(cell.runs) : '';
      return at < table.headerRows ? text || null : readValue(text);
    }),
  );
}

/** The places of cells that span, for a sheet that merges them. */
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

/** Numbers keep the digits they are written with, without the signs between thousands. */
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
