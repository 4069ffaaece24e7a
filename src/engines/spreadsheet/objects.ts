import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeColumnNames } from '../../tabular/csv.ts';
import { type Value, writeJsonList } from '../../tabular/values.ts';
import { formatCell, readCellValue } from './cells.ts';
import type { SheetRows } from './read.ts';

export interface ObjectStyle {
  header: boolean;
  pretty: boolean;
  dateFormat?: string | undefined;
}

/** Reads a sheet's rows as objects by the names in its first row, or as lists where it has no such row. */
export async function* readRecords(
  { rows }: SheetRows,
  { header, dateFormat }: ObjectStyle,
): AsyncGenerator<Value> {
  let names: string[] | undefined;
  for await (const row of rows) {
    const values = Array.from(row, cell => readCellValue(cell, dateFormat));
    if (values.every(value => value === null || value === '')) continue;
    if (!header) yield values;
    else if (!names)
      names = makeColumnNames(Array.from(row, cell => formatCell(cell, dateFormat) ?? undefined));
    else {
      for (let index = names.length; index < values.length; index++) {
        if (values[index] !== null)
          names = makeColumnNames([...names, ...Array(values.length - names.length).fill(undefined)]);
      }
      yield new Map(names.map((name, index) => [name, values[index] ?? null]));
    }
  }
}

export async function writeObjects(output: string, sheet: SheetRows, style: ObjectStyle): Promise<void> {
  await pipeline(
    Readable.from(writeJsonList(readRecords(sheet, style), style.pretty ? '  ' : '')),
    createWriteStream(output),
  );
}
