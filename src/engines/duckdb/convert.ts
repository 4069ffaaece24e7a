import { type Convert, rowsFormat } from '../conversion.ts';
import { csvToParquet } from './csv.ts';
import { databaseFailure } from './database.ts';
import { parquetToRows } from './parquet-read.ts';
import { rowsToParquet } from './parquet-write.ts';

export const convert: Convert = async ({ from, input, output, dir, options }) => {
  try {
    if (from === 'parquet') await parquetToRows(input, output, dir);
    else if (from === rowsFormat) await rowsToParquet(input, output, dir, options.compression);
    else
      await csvToParquet(input, output, dir, { ...options, ...(from === 'tsv' ? { delimiter: '\t' } : {}) });
  } catch (error) {
    throw databaseFailure(error);
  }
  return [{ path: output }];
};
