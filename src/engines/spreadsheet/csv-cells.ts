import { stat } from 'node:fs/promises';
import type { CellValue } from 'hucre/xlsx';
import { JobFailure } from '../../contract/failure.ts';
import { readCsv } from '../../tabular/csv.ts';
import { decideReadings } from './columns.ts';

interface CsvOptions {
  delimiter?: string;
  encoding?: string;
  header?: boolean;
  nullValue?: string;
}

async function* skip<Item>(items: AsyncIterable<Item>, count: number): AsyncGenerator<Item> {
  let left = count;
  for await (const item of items) if (left-- <= 0) yield item;
}

/** Reads a table of text as cells, with the number formats of its columns. */
export async function openCsvCells(
  path: string,
  from: string,
  { delimiter, encoding, header = true, nullValue }: CsvOptions,
): Promise<{ rows: AsyncIterable<CellValue[]>; formats: (string | undefined)[] }> {
  if ((await stat(path)).size === 0) throw new JobFailure('unreadable_input', 'an empty file');
  let sign = ',';
  const openRecords = () =>
    readCsv(path, { delimiter: from === 'tsv' ? '\t' : delimiter, encoding }, found => {
      sign = found;
    });
  const headers = header ? 1 : 0;
  const readings = await decideReadings(skip(openRecords(), headers), { delimiter: () => sign, nullValue });
  async function* readCells(): AsyncGenerator<CellValue[]> {
    let left = headers;
    for await (const record of openRecords()) {
      const texts = Array.from(record, text => (text === undefined || text === nullValue ? null : text));
      yield left-- > 0 ? texts : texts.map((text, index) => readings[index]?.read(text) ?? null);
    }
  }
  return { rows: readCells(), formats: readings.map(({ numFmt }) => numFmt) };
}
