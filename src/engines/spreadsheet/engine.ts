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
