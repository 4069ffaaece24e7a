import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cutLines } from '../text.ts';
import type { Column, ColumnType } from './types.ts';
import { formatScalar, Moment, NumberText, type Value, type ValueObject, writeJson } from './values.ts';

/**
 * Typed rows in a file between two engines: a line of JSON a row, its keys the columns' positions, and the columns'
 * names and types beside it. Numbers that JSON readers would round stand as text; the column says what they are.
 */
const getColumnsPath = (path: string): string => `${path}.columns`;

type PlainType =
  | { kind: 'list'; of: PlainType }
  | { kind: 'map'; of: PlainType }
  | { kind: 'struct'; fields: [string, PlainType][] }
  | Exclude<ColumnType, { kind: 'list' | 'map' | 'struct' }>;

const toPlainType = (type: ColumnType): PlainType =>
  type.kind === 'list' || type.kind === 'map'
    ? { kind: type.kind, of: toPlainType(type.of) }
    : type.kind === 'struct'
      ? { kind: 'struct', fields: [...type.fields].map(([name, field]) => [name, toPlainType(field)]) }
      : type;

function readPlainType(plain: PlainType): ColumnType {
  if (plain.kind === 'list' || plain.kind === 'map') return { kind: plain.kind, of: readPlainType(plain.of) };
  if (plain.kind === 'struct') {
    return {
      kind: 'struct',
      fields: new Map(plain.fields.map(([name, field]) => [name, readPlainType(field)])),
    };
  }
  return plain;
}

/** Writes a cell as the file holds it: JSON of plain parts, exact numbers as text. */
function writeStored(value: Value, type: ColumnType): string {
  if (value === null) return 'null';
  if (type.kind === 'json') return JSON.stringify(writeJson(value));
  if (type.kind === 'list')
    return `[${(value as Value[]).map(item => writeStored(item, type.of)).join(',')}]`;
  if (type.kind === 'map') {
    const parts = [...(value as ValueObject)].map(
      ([key, item]) => `${JSON.stringify(key)}:${writeStored(item, type.of)}`,
    );
    return `{${parts.join(',')}}`;
  }
  if (type.kind === 'struct') {
    const object = value as ValueObject;
    const fields = [...type.fields].map(
      ([name, field]) => `${JSON.stringify(name)}:${writeStored(object.get(name) ?? null, field)}`,
    );
    return `{${fields.join(',')}}`;
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return type.kind === 'string' ? `"${formatScalar(value)}"` : formatScalar(value);
  }
  return JSON.stringify(formatScalar(value as string));
}

export const writeStoredRow = (cells: readonly Value[], columns: readonly Column[]): string =>
  `{${columns.map((column, index) => `"${index}":${writeStored(cells[index] ?? null, column.type)}`).join(',')}}\n`;

/** Joins lines into pieces that are large enough to write. */
export function* joinToPieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length > 1 << 16) {
      yield piece;
      piece = '';
    }
  }
  if (piece) yield piece;
}

export async function writeRows(
  path: string,
  columns: readonly Column[],
  rows: AsyncIterable<readonly Value[]> | Iterable<readonly Value[]>,
): Promise<void> {
  await writeFile(
    getColumnsPath(path),
    JSON.stringify(columns.map(({ name, type }) => ({ name, type: toPlainType(type) }))),
  );
  async function* writeLines() {
    let batch: string[] = [];
    for await (const row of rows) {
      batch.push(writeStoredRow(row, columns));
      if (batch.length === 500) {
        yield* joinToPieces(batch);
        batch = [];
      }
    }
    yield* joinToPieces(batch);
  }
  await pipeline(Readable.from(writeLines()), createWriteStream(path));
}

export async function readColumns(path: string): Promise<Column[]> {
  const columns = JSON.parse(await readFile(getColumnsPath(path), 'utf8')) as { name: string; type: never }[];
  return columns.map(({ name, type }) => ({ name, type: readPlainType(type) }));
}

function readStored(plain: unknown, type: ColumnType): Value {
  if (plain === null || plain === undefined) return null;
  switch (type.kind) {
    case 'list':
      return (plain as unknown[]).map(item => readStored(item, type.of));
    case 'map':
      return new Map(Object.entries(plain as object).map(([key, item]) => [key, readStored(item, type.of)]));
    case 'struct': {
      const object = plain as Record<string, unknown>;
      return new Map([...type.fields].map(([name, field]) => [name, readStored(object[name], field)]));
    }
    case 'integer':
      return typeof plain === 'string' ? BigInt(plain) : (plain as number);
    case 'double':
      return typeof plain === 'string' ? readDouble(plain) : (plain as number);
    case 'decimal':
      return typeof plain === 'string' ? new NumberText(plain) : (plain as number);
    case 'date':
    case 'time':
    case 'datetime':
    case 'timestamp':
      return new Moment(type.kind, plain as string);
    case 'binary':
      return Buffer.from(plain as string, 'base64');
    default:
      return plain as Value;
  }
}

const readDouble = (text: string): number | NumberText =>
  /^-?(Infinity|\d)|^NaN$/.test(text) && !/\d/.test(text) ? Number(text) : new NumberText(text);

/** Reads lines. node:readline would also end a line at U+2028, which JSON may contain as it is. */
async function* readLines(path: string): AsyncGenerator<string> {
  let pending: string[] = [];
  for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const { lines, rest } = cutLines(chunk);
    for (const line of lines) {
      yield pending.join('') + line;
      pending = [];
    }
    pending.push(rest);
  }
  const last = pending.join('');
  if (last) yield last;
}

export async function* readRows(path: string, columns: readonly Column[]): AsyncGenerator<Value[]> {
  for await (const line of readLines(path)) {
    const row = JSON.parse(line) as Record<string, unknown>;
    yield columns.map((column, index) => readStored(row[index], column.type));
  }
}
