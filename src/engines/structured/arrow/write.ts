import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  Binary,
  Bool,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int64,
  List,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  TimeMicrosecond,
  TimestampMicrosecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { JobFailure } from '../../../contract/failure.ts';
import { zip } from '../../../lists.ts';
import type { ColumnType } from '../../../tabular/types.ts';
import { formatScalar, type Value, type ValueObject, writeJson } from '../../../tabular/values.ts';
import { readClockMicros, readDays, readInstantMicros, readUnscaled } from '../moments.ts';
import type { Table } from '../table.ts';

const rowsPerBatch = 10_000;

/**
 * Chooses Arrow's type for a column. Within lists and structs, values that Arrow's builders would round become text.
 */
function chooseArrowType(type: ColumnType, nested = false): DataType {
  switch (type.kind) {
    case 'boolean':
      return new Bool();
    case 'integer':
      return new Int64();
    case 'double':
      return new Float64();
    case 'list':
      return new List(new Field('item', chooseArrowType(type.of, true), true));
    case 'struct':
      return new Struct(
        [...type.fields].map(([name, field]) => new Field(name, chooseArrowType(field, true), true)),
      );
  }
  if (nested) return new Utf8();
  switch (type.kind) {
    case 'decimal':
      return new Decimal(type.scale, type.whole + type.scale, 128);
    case 'date':
      return new DateDay();
    case 'time':
      return new TimeMicrosecond();
    case 'datetime':
      return new TimestampMicrosecond(null);
    case 'timestamp':
      return new TimestampMicrosecond('UTC');
    case 'binary':
      return new Binary();
    default:
      return new Utf8();
  }
}

function buildValue(value: Value, type: ColumnType): unknown {
  if (value === null) return null;
  switch (type.kind) {
    case 'boolean':
    case 'binary':
      return value;
    case 'integer':
      return BigInt(value as number | bigint);
    case 'double':
      return Number(formatScalar(value as number));
    case 'list':
      return (value as Value[]).map(item => buildValue(item, toTextType(type.of)));
    case 'struct':
      return Object.fromEntries(
        [...type.fields].map(([name, field]) => [
          name,
          buildValue((value as ValueObject).get(name) ?? null, toTextType(field)),
        ]),
      );
    default:
      return Array.isArray(value) || value instanceof Map || type.kind === 'json'
        ? writeJson(value)
        : formatScalar(value);
  }
}
const exact = new Set(['decimal', 'date', 'time', 'datetime', 'timestamp', 'binary']);
const toTextType = (type: ColumnType): ColumnType => (exact.has(type.kind) ? { kind: 'string' } : type);

const cannot = (text: string) => new JobFailure('not_representable', `arrow cannot hold ${text}`);

/** Lays out columns of numbers that JavaScript has no type for. */
function layOutData(cells: Value[], type: ColumnType, arrow: DataType): Data {
  const nullBitmap = new Uint8Array(Math.ceil(cells.length / 64) * 8);
  let nullCount = 0;
  const wide = type.kind === 'decimal';
  const data =
    type.kind === 'date'
      ? new Int32Array(cells.length)
      : wide
        ? new Uint32Array(cells.length * 4)
        : new BigInt64Array(cells.length);
  for (const [index, cell] of cells.entries()) {
    if (cell === null) {
      nullCount++;
      continue;
    }
    nullBitmap[index >> 3]! |= 1 << (index & 7);
    const text = formatScalar(cell as string);
    if (type.kind === 'decimal') {
      const value = BigInt.asUintN(128, readUnscaled(text, type.scale));
      for (let word = 0; word < 4; word++)
        (data as Uint32Array)[index * 4 + word] = Number((value >> BigInt(32 * word)) & 0xffffffffn);
    } else if (type.kind === 'date') {
      const days = readDays(text);
      if (days === undefined) throw cannot(text);
      data[index] = days as never;
    } else {
      const micros = type.kind === 'time' ? readClockMicros(text) : readInstantMicros(text);
      if (micros === undefined) throw cannot(text);
      data[index] = micros as never;
    }
  }
  return makeData({ type: arrow, length: cells.length, nullCount, nullBitmap, data } as never) as Data;
}

function makeColumnData(cells: Value[], type: ColumnType, arrow: DataType): Data {
  if (exact.has(type.kind) && type.kind !== 'binary') return layOutData(cells, type, arrow);
  const vector = vectorFromArray(
    cells.map(cell => buildValue(cell, type)),
    arrow,
  );
  return vector.data[0] ?? (makeData({ type: arrow, length: 0 } as never) as Data);
}

export async function writeArrow(output: string, table: Table): Promise<void> {
  const fields = table.columns.map(({ name, type }) => new Field(name, chooseArrowType(type), true));
  const schema = new Schema(fields);
  const makeBatch = (rows: Value[][]) => {
    const children = zip(table.columns, fields).map(([{ type }, field], index) =>
      makeColumnData(
        rows.map(row => row[index] ?? null),
        type,
        field.type,
      ),
    );
    return new RecordBatch(
      schema,
      makeData({ type: new Struct(fields), length: rows.length, nullCount: 0, children }) as never,
    );
  };
  const writer = new RecordBatchFileWriter();
  async function* makeBatches() {
    let rows: Value[][] = [];
    let any = false;
    for await (const row of table.rows()) {
      rows.push(row);
      if (rows.length < rowsPerBatch) continue;
      any = true;
      yield makeBatch(rows);
      rows = [];
    }
    if (rows.length || !any) yield makeBatch(rows);
  }
  const written = writer.writeAll(makeBatches());
  await Promise.all([written, pipeline(Readable.from(writer), createWriteStream(output))]);
}
