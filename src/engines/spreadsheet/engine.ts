import { openXlsx } from './xlsx-parts.ts';

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
