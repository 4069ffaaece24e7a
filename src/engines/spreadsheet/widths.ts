import { type CellValue, type ColumnDef, measureValueWidth } from 'hucre/xlsx';
import { formatCell } from './cells.ts';

/** The rows that tell how wide columns are; more would have to be kept in memory. */
const rowsMeasured = 1000;
/** Widths are in characters. */
const narrowest = 6;
const widest = 60;
const besideText = 3;
/** The characters that fit across a printed page at the smallest type that can be read. */
const pageWidth = 270;

/**
 * Measures the widths of a sheet's columns by its first rows: as wide as their text, as far as a page holds all of
 * them. Longer text is wrapped. The rows are returned with the measured ones in front.
 */
export async function measureColumns(
  rows: AsyncIterable<CellValue[]>,
  formats: readonly (string | undefined)[] = [],
): Promise<{ columns: ColumnDef[]; rows: AsyncIterable<CellValue[]> }> {
  const source = rows[Symbol.asyncIterator]();
  const first: CellValue[][] = [];
  const longest: number[] = [];
  while (first.length < rowsMeasured) {
    const { value, done } = await source.next();
    if (done) break;
    first.push(value);
    for (const [column, cell] of value.entries())
      longest[column] = Math.max(longest[column] ?? 0, measureCell(cell));
  }
  const limit = limitWidth(longest);
  // A style is written with every cell and costs a quarter of the time, so there is none if no text is wrapped.
  const wraps = longest.some(length => length > limit);
  const columns = longest.map(
    (length, index): ColumnDef => ({
      width: Math.min(limit, Math.max(narrowest, length)) + besideText,
      ...(wraps && { style: { alignment: { vertical: 'top', wrapText: length > limit } } }),
      ...(formats[index] !== undefined && { numFmt: formats[index] }),
    }),
  );
  async function* readAll() {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  return { columns, rows: readAll() };
}

function measureCell(cell: CellValue): number {
  const lines = formatCell(cell)?.split(/\r\n?|\n/) ?? [];
  return lines.reduce((most, line) => Math.max(most, measureValueWidth(line)), 0);
}

/** Finds the greatest width of a column with which all columns fit on a page, if they can. */
function limitWidth(longest: readonly number[]): number {
  let limit = widest;
  const sumWidths = () =>
    longest.reduce((sum, length) => sum + Math.min(limit, Math.max(narrowest, length)) + besideText, 0);
  while (limit > narrowest && sumWidths() > pageWidth) limit--;
  return limit;
}
