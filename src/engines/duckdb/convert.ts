import { type Convert, rowsFormat } from '../conversion.ts';
import { convertCsvToParquet } from './csv.ts';
import { explainDatabaseError } from './database.ts';
import { convertParquetToRows } from './parquet-read.ts';
import { convertRowsToParquet } from './parquet-write.ts';

export const convert: Convert = async ({ from, input, output, dir, options }) => {
  try {
    if (from === 'parquet') await convertParquetToRows(input, output, dir);
    else if (from === rowsFormat) await convertRowsToParquet(input, output, dir, options.compression);
    else
      await convertCsvToParquet(input, output, dir, {
        ...options,
        ...(from === 'tsv' ? { delimiter: '\t' } : {}),
      });
  } catch (error) {
    throw explainDatabaseError(error);
  }
  return [{ path: output }];
};
