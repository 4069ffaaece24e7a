import { stat } from 'node:fs/promises';
import { checkZip } from '../../containers/read-zip.ts';
import { JobFailure } from '../../contract/failure.ts';
import type { Aids } from '../conversion.ts';
import { filters } from './filters.ts';
import { helpWithOffice } from './office.ts';
import { replaceXlsxFormulas } from './spreadsheets/last-values.ts';

/** Draws pictures as PNG files beside them, and returns those that could be drawn. */
export const drawMetafiles: Aids['drawMetafiles'] = async (pictures, dir) => {
  const pairs = pictures.map(path => [path, `${path}.png`] as [string, string]);
  await helpWithOffice({ draw: pairs }, dir).catch(error => {
    // The text of the document is worth having without its pictures.
    if (!(error instanceof JobFailure)) throw error;
  });
  const made = await Promise.all(
    pairs.map(async pair => ((await stat(pair[1]).catch(() => undefined))?.size ? [pair] : [])),
  );
  return new Map(made.flat());
};

/** Writes a workbook with the values of its formulas, or those that it stores where only newer programs can calculate them. */
export const calculateBook: Aids['calculateBook'] = async (book, output, dir) => {
  const input = await replaceXlsxFormulas(book, await checkZip(book), false, dir);
  const request = { input, output, filter: filters.xlsx, booleans: true, calculate: true };
  await helpWithOffice(request, dir).catch(error => {
    // The values that the workbook stores are still worth having, with a warning.
    if (!(error instanceof JobFailure)) throw error;
  });
  return { size: (await stat(output).catch(() => undefined))?.size ?? 0 };
};
