import { writeBook } from './book.ts';
import { type CellPicture, findPictureCells } from './cell-pictures.ts';
import { openCsvCells } from './csv-cells.ts';
import { openXlsx } from './xlsx-parts.ts';

export { computeSerial } from './cells.ts';
export { type ColumnReading, decideReadings } from './columns.ts';

/**
 * Tells whether an xlsx or xlsm is to be calculated when it is opened, because the program that wrote it could not. A
 * workbook that cannot be read here is left to the caller.
 */
export const asksForCalculation = (path: string, entries: readonly string[]): Promise<boolean> =>
  openXlsx(path, entries).then(
    book => book.isUncalculated,
    () => false,
  );

/** Lists the names of the hidden sheets of an xlsx or xlsm; none if it cannot be read here. */
export const listHiddenSheets = (path: string, entries: readonly string[]): Promise<string[]> =>
  openXlsx(path, entries).then(
    book => book.sheets.filter(({ hidden }) => hidden).map(({ name }) => name),
    () => [],
  );

/** Lists the pictures in cells of an xlsx or xlsm; none if it cannot be read here. */
export async function listCellPictures(
  path: string,
  entries: readonly string[],
): Promise<(CellPicture & { sheet: string; cell: string })[]> {
  const book = await openXlsx(path, entries).catch(() => undefined);
  const found: (CellPicture & { sheet: string; cell: string })[] = [];
  for (const { name, part } of book?.sheets ?? [])
    for await (const picture of findPictureCells(path, part, book!.pictures))
      found.push({ ...picture, sheet: name });
  return found;
}

/** Writes a table of text as a workbook of one sheet. */
export async function writeTextBook(input: string, output: string, stem: string): Promise<void> {
  const { rows, formats } = await openCsvCells(input, 'csv', {});
  await writeBook(output, 'xlsx', stem, rows, formats);
}
