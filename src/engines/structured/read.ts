import { stat } from 'node:fs/promises';
import { JobFailure } from '../../contract/failure.ts';
import { makeColumnNames, measureRecord, readCsv } from '../../tabular/csv.ts';
import { readColumns, readRows } from '../../tabular/rows.ts';
import type { Value } from '../../tabular/values.ts';
import { rowsFormat } from '../conversion.ts';
import { readDbf } from './dbf.ts';
import { formatModules } from './formats.ts';
import { readJson, readNdjson } from './json.ts';
import type { Source } from './source.ts';
import { readToml } from './toml.ts';
import { readXml } from './xml.ts';

export interface ReadOptions {
  delimiter?: string | undefined;
  encoding?: string | undefined;
  header?: boolean | undefined;
  nullValue?: string | undefined;
}

/** Reads CSV records. Every field is text, except the text that stands for null. */
async function* readCsvRecords(
  path: string,
  { delimiter, encoding, header = true, nullValue }: ReadOptions,
): AsyncGenerator<Value> {
  let names: string[] | undefined;
  let named = 0;
  for await (const record of readCsv(path, { delimiter, encoding })) {
    const values = Array.from(
      record,
      (text): Value => (text === nullValue || (text === undefined && nullValue === '') ? null : (text ?? '')),
    );
    if (!header) {
      yield values;
      continue;
    }
    if (!names) {
      names = makeColumnNames(record);
      named = names.length;
      continue;
    }
    const width = measureRecord(record, named);
    if (!width) continue;
    if (width > names.length)
      names = makeColumnNames([...names, ...Array(width - names.length).fill(undefined)]);
    const object = new Map<string, Value>();
    let index = 0;
    for (const name of names) object.set(name, values[index++] ?? null);
    yield object;
  }
}

async function readCsvHeader(path: string, { delimiter, encoding }: ReadOptions): Promise<string[]> {
  for await (const record of readCsv(path, { delimiter, encoding })) return makeColumnNames(record);
  return [];
}

async function* readTypedRecords(path: string): AsyncGenerator<Value> {
  const columns = await readColumns(path);
  for await (const row of readRows(path, columns))
    yield new Map(columns.map(({ name }, index) => [name, row[index] ?? null]));
}

const isEmpty = async (path: string): Promise<boolean> => (await stat(path)).size === 0;

const mayBeEmpty = new Set([rowsFormat, 'ndjson', 'toml', 'yaml']);

export async function readSource(path: string, from: string, options: ReadOptions): Promise<Source> {
  if (!mayBeEmpty.has(from) && (await isEmpty(path)))
    throw new JobFailure('unreadable_input', 'an empty file');
  switch (from) {
    case 'json':
      return readJson(path);
    case 'ndjson':
      return readNdjson(path);
    case 'yaml':
      return (await formatModules.yaml()).readYaml(path);
    case 'toml':
      return readToml(path);
    case 'xml':
      return readXml(path);
    case 'arrow':
      return (await formatModules.arrow.read()).readArrow(path);
    case 'avro':
      return (await formatModules.avro.read()).readAvro(path);
    case 'dbf':
      return readDbf(path);
    case rowsFormat:
      return { kind: 'records', records: () => readTypedRecords(path), columns: await readColumns(path) };
    default: {
      const delimiter = from === 'tsv' ? '\t' : options.delimiter;
      const dialect = { ...options, delimiter };
      return {
        kind: 'records',
        records: () => readCsvRecords(path, dialect),
        ...(options.header !== false && { header: () => readCsvHeader(path, dialect) }),
      };
    }
  }
}
