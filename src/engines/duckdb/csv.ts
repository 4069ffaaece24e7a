import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { JobFailure } from '../../contract/failure.ts';
import { decodeFile, detectEncoding, guessByBeginning } from '../../encodings/encoding.ts';
import { readPieces } from '../../encodings/pieces.ts';
import { zip } from '../../lists.ts';
import {
  type CsvRecord,
  makeColumnNames,
  measureRecord,
  readCsv,
  readDeclaredDelimiter,
  sniffDelimiter,
  writeCsvLine,
} from '../../tabular/csv.ts';
import { writeRows } from '../../tabular/rows.ts';
import type { Column } from '../../tabular/types.ts';
import type { Value } from '../../tabular/values.ts';
import { type CellKind, guessTypes, readCells, writeCheckedCell } from './csv-types.ts';
import { quoteIdentifier, quoteText, withDatabase } from './database.ts';
import { convertRowsToParquet, copyOptions } from './parquet-write.ts';

export interface CsvOptions {
  delimiter?: string;
  encoding?: string;
  header?: boolean;
  nullValue?: string;
  compression?: string;
}

const sampleRecords = 2000;
/** The time to plan the tests of all columns grows with the square of their number, so wider tables are read as text. */
const maxTested = 4000;
/** The longest line. DuckDB reserves sixteen times as much memory. */
const longestLine = 2_097_152;

interface Shape {
  path: string;
  /** True if DuckDB reads the first line correctly. */
  isPlain: boolean;
  /** True if the first line ends with CR LF. */
  isCrlf: boolean;
  delimiter: string;
  header: boolean;
  /** The number of lines before the first record. */
  skip: number;
  /** True if a quoted field contains a line break. */
  hasBreaks: boolean;
  names: string[];
  sample: CsvRecord[];
}

async function readFirstRecords(
  path: string,
  delimiter: string | undefined,
  encoding: string | undefined,
): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of readCsv(path, { delimiter, encoding }))
    if (records.push(record) > sampleRecords) break;
  return records;
}

/** Finds out how DuckDB is to read the file, which is UTF-8 then. */
async function findShape(
  input: string,
  dir: string,
  { delimiter, header = true }: CsvOptions,
  encoding: string,
): Promise<Shape> {
  let path = input;
  if (encoding !== 'utf-8') {
    path = join(dir, 'utf8.csv');
    await pipeline(Readable.from(decodeFile(input, encoding)), createWriteStream(path));
  }
  let head = '';
  for await (const chunk of decodeFile(path, 'utf-8')) {
    head += chunk;
    if (head.length > 65_536) break;
  }
  const declared = readDeclaredDelimiter(head);
  const sign = delimiter ?? declared?.delimiter ?? sniffDelimiter(head.slice(0, 65_536));
  const records = await readFirstRecords(path, sign, 'utf-8');
  const [first, ...others] = records;
  if (!first) throw new JobFailure('unreadable_input', 'csv: no records');
  const sample = header ? others : records;
  const widest = Math.max(...records.map(record => record.length));
  const names = makeColumnNames(header ? first : Array.from({ length: widest }, () => undefined));
  const isPlain = beginsPlainly(head.slice(declared?.length ?? 0), sign);
  const isCrlf = /^[^\r\n]*\r\n/.test(head);
  const hasBreaks = sample.some(isBroken);
  return { path, isPlain, isCrlf, hasBreaks, delimiter: sign, header, skip: declared ? 1 : 0, names, sample };
}

/**
 * Tells whether the file begins in a way that DuckDB reads: it takes a blank first line for the header, and finds no
 * rows after a header that it cannot read.
 */
function beginsPlainly(head: string, delimiter: string): boolean {
  const sign = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const field = `(?:"[^"\\r\\n]*(?:""[^"\\r\\n]*)*"|[^"\\r\\n${sign}]*)`;
  return new RegExp(`^(?![\\r\\n])${field}(?:${sign}${field})*(?:\\r?\\n|$)`).test(head);
}

const isBroken = (record: CsvRecord): boolean =>
  record.some(field => field !== undefined && /[\r\n]/.test(field));

/**
 * Makes SQL that reads the file. If quoted fields contain line breaks, only one thread reads, because several might split a
 * record.
 */
function writeSource({ path, delimiter, header, skip, hasBreaks, names }: Shape, nullValue: string): string {
  const columns = names.map((_, index) => `${quoteText(String(index))}: 'VARCHAR'`).join(', ');
  return (
    `read_csv(${quoteText(path)}, delim = ${quoteText(delimiter)}, quote = '"', escape = '"', header = ${header}, skip = ${skip}, auto_detect = false, ` +
    `columns = {${columns}}, nullstr = ${quoteText(nullValue)}, allow_quoted_nulls = ${nullValue !== ''}, null_padding = true, ` +
    `parallel = ${!hasBreaks}, strict_mode = true, max_line_size = ${longestLine})`
  );
}

/** Writes the Parquet file. A column whose later cells do not fit the guessed type becomes text. */
async function copyToParquet(
  connection: DuckDBConnection,
  shape: Shape,
  output: string,
  options: CsvOptions,
): Promise<void> {
  const width = shape.names.length;
  const kinds: CellKind[] =
    width > maxTested
      ? shape.names.map(() => 'text')
      : guessTypes(width, shape.sample, options.nullValue ?? '');
  for (;;) {
    const cells = zip(shape.names, kinds).map(
      ([name, kind], index) => `${writeCheckedCell(index, kind)} AS ${quoteIdentifier(name)}`,
    );
    const source = writeSource(shape, options.nullValue ?? '');
    // Blank lines are not records; DuckDB passes over them itself only if there are several columns.
    const records = width === 1 && !options.nullValue ? `${source} WHERE "0" IS NOT NULL` : source;
    const select = `SELECT ${cells.join(', ')} FROM (SELECT ${readCells(kinds)} FROM ${records})`;
    try {
      await connection.run(
        `COPY (${select}) TO ${quoteText(output)} ${copyOptions(options.compression, width)}`,
      );
      return;
    } catch (error) {
      const column = /column#(\d+)#/.exec((error as Error).message)?.[1];
      if (column === undefined || kinds[Number(column)] === 'text') throw error;
      kinds[Number(column)] = kinds[Number(column)] === 'integer' ? 'double' : 'text';
    }
  }
}

/** Copies the file to Parquet and tells whether DuckDB could read it as it is. */
async function tryCopy(
  connection: DuckDBConnection,
  shape: Shape,
  output: string,
  options: CsvOptions,
): Promise<boolean> {
  try {
    await copyToParquet(connection, shape, output, options);
    return true;
  } catch (error) {
    const { message } = error as Error;
    if (notUnicode.test(message) || !/CSV|csv|line|Invalid Input/.test(message)) throw error;
    if (shape.hasBreaks || !/parallel scanner does not support/.test(message)) return false;
    return tryCopy(connection, { ...shape, hasBreaks: true }, output, options);
  }
}

/** Rewrites the records so that DuckDB reads them: equally many fields in each, quotes where needed, and a simple header. */
async function writeTidied(
  shape: Shape,
  dir: string,
  nullValue?: string,
): Promise<Shape & { longest: number }> {
  let [width, longest, hasBreaks] = [shape.names.length, 0, false];
  for await (const record of readCsv(shape.path, { delimiter: shape.delimiter, encoding: 'utf-8' })) {
    width = Math.max(width, measureRecord(record, shape.names.length));
    hasBreaks ||= isBroken(record);
    longest = Math.max(
      longest,
      record.reduce((sum, field) => sum + (field?.length ?? 0) + 1, 0),
    );
  }
  const names = makeColumnNames(Array.from({ length: width }, (_, index) => shape.names[index]));
  const path = join(dir, 'tidy.csv');
  async function* writeLines() {
    let first = shape.header;
    // DuckDB expects every line to end like the first, so the first line must be one of ours.
    yield writeCsvLine(Array.from(names.keys(), String), { delimiter: ',' });
    for await (const record of readCsv(shape.path, { delimiter: shape.delimiter, encoding: 'utf-8' })) {
      // If another text represents null, an empty field is empty text and a missing field is null.
      const cells = Array.from(
        { length: width },
        (_, index) => record[index] ?? (nullValue && index < record.length ? '' : null),
      );
      if (!first && measureRecord(record, shape.names.length))
        yield writeCsvLine(cells, { delimiter: ',', nullValue });
      first = false;
    }
  }
  await pipeline(Readable.from(writeLines()), createWriteStream(path));
  return { ...shape, path, names, header: true, skip: 0, hasBreaks, delimiter: ',', longest };
}

/**
 * Tells whether a lone CR is followed by a space. In a file with CR LF, DuckDB takes it for the end of a line and drops
 * the space.
 */
async function hasSpaceAfterReturn(path: string): Promise<boolean> {
  let endsWithReturn = false;
  for await (const chunk of readPieces(path, 1 << 20)) {
    if ((endsWithReturn && chunk[0] === 32) || chunk.includes('\r ', 0, 'latin1')) return true;
    endsWithReturn = chunk.at(-1) === 13;
  }
  return false;
}

async function writeParquet(shape: Shape, output: string, dir: string, options: CsvOptions): Promise<void> {
  await withDatabase(
    dir,
    async connection => {
      if (shape.isPlain && !(options.nullValue && shape.names.length === 1)) {
        const [losesSpace, isRead] = await Promise.all([
          shape.isCrlf && hasSpaceAfterReturn(shape.path),
          tryCopy(connection, shape, output, options),
        ]);
        if (isRead && !losesSpace) return;
      }
      const tidy = await writeTidied(shape, dir, options.nullValue);
      if (tidy.longest < longestLine / 4) await copyToParquet(connection, tidy, output, options);
      else await writeAsText(tidy, output, dir, options);
    },
    shape.names.length,
  );
}

/** Writes records that are longer than DuckDB reads by way of rows, with every field as text. */
async function writeAsText(tidy: Shape, output: string, dir: string, options: CsvOptions): Promise<void> {
  async function* readRecords(): AsyncGenerator<Value[]> {
    let first = true;
    for await (const record of readCsv(tidy.path, { delimiter: ',', encoding: 'utf-8' })) {
      if (!first)
        yield Array.from(record, text => (text === undefined || text === options.nullValue ? null : text));
      first = false;
    }
  }
  const rows = join(dir, 'long.rows');
  const columns = tidy.names.map((name): Column => ({ name, type: { kind: 'string' } }));
  await writeRows(rows, columns, readRecords());
  await convertRowsToParquet(rows, output, dir, options.compression);
}
const notUnicode = /unicode|utf-8/i;

/** Converts CSV to Parquet. DuckDB checks the encoding itself; the file is decoded first only if that fails. */
export async function convertCsvToParquet(
  input: string,
  output: string,
  dir: string,
  options: CsvOptions,
): Promise<void> {
  const begins = options.encoding ?? (await guessByBeginning(input));
  try {
    if (begins) return await writeParquet(await findShape(input, dir, options, begins), output, dir, options);
  } catch (error) {
    if (options.encoding || begins !== 'utf-8' || !notUnicode.test((error as Error).message)) throw error;
  }
  await writeParquet(await findShape(input, dir, options, await detectEncoding(input)), output, dir, options);
}
