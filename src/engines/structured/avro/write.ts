import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import avro from 'avsc';
import { JobFailure } from '../../../contract/failure.ts';
import { zip } from '../../../lists.ts';
import type { ColumnType } from '../../../tabular/types.ts';
import { formatScalar, type Value, type ValueObject, writeJson } from '../../../tabular/values.ts';
import { readClockMicros, readDays, readInstantMicros, readUnscaled } from '../moments.ts';
import type { Table } from '../table.ts';
import { longType } from './long.ts';

interface Shape {
  schema: unknown;
  encode(value: Exclude<Value, null>): unknown;
}

const cannot = (text: string) => new JobFailure('not_representable', `avro cannot hold ${text}`);

function requireWhole<T>(found: T | undefined, value: Value): T {
  if (found === undefined) throw cannot(formatScalar(value as string));
  return found;
}

/** Writes a decimal's integer in as few bytes as hold it with its sign. */
function writeSigned(value: bigint): Buffer {
  let length = 1;
  while (BigInt.asIntN(length * 8, value) !== value) length++;
  return Buffer.from(
    BigInt.asUintN(length * 8, value)
      .toString(16)
      .padStart(length * 2, '0'),
    'hex',
  );
}

const makeNames = (fields: Iterable<string>): string[] => {
  const taken = new Set<string>();
  return [...fields].map(name => {
    const base = name.replace(/\W/g, '_').replace(/^(?=\d|$)/, '_');
    let unique = base;
    for (let next = 2; taken.has(unique); next++) unique = `${base}_${next}`;
    taken.add(unique);
    return unique;
  });
};

/** Makes Avro's type for a column. Records need names of their own, which are numbered. */
class Shapes {
  #records = 0;

  of(type: ColumnType): Shape {
    const formatText = (value: Value) => formatScalar(value as string);
    switch (type.kind) {
      case 'boolean':
        return { schema: 'boolean', encode: value => value };
      case 'integer':
        return { schema: 'long', encode: value => BigInt(value as number | bigint) };
      case 'double':
        return { schema: 'double', encode: value => Number(formatText(value)) };
      case 'binary':
        return { schema: 'bytes', encode: value => Buffer.from(value as Uint8Array) };
      case 'decimal':
        return {
          schema: {
            type: 'bytes',
            logicalType: 'decimal',
            precision: type.whole + type.scale,
            scale: type.scale,
          },
          encode: value => writeSigned(readUnscaled(formatText(value), type.scale)),
        };
      case 'date':
        return {
          schema: { type: 'int', logicalType: 'date' },
          encode: value => requireWhole(readDays(formatText(value)), value),
        };
      case 'time':
        return {
          schema: { type: 'long', logicalType: 'time-micros' },
          encode: value => requireWhole(readClockMicros(formatText(value)), value),
        };
      case 'datetime':
        return {
          schema: { type: 'long', logicalType: 'local-timestamp-micros' },
          encode: value => requireWhole(readInstantMicros(formatText(value)), value),
        };
      case 'timestamp':
        return {
          schema: { type: 'long', logicalType: 'timestamp-micros' },
          encode: value => requireWhole(readInstantMicros(formatText(value)), value),
        };
      case 'list': {
        const item = this.optional(type.of);
        return {
          schema: { type: 'array', items: item.schema },
          encode: value => (value as Value[]).map(item.encode),
        };
      }
      case 'map': {
        const item = this.optional(type.of);
        return {
          schema: { type: 'map', values: item.schema },
          encode: value =>
            Object.fromEntries([...(value as ValueObject)].map(([key, inner]) => [key, item.encode(inner)])),
        };
      }
      case 'struct':
        return this.record([...type.fields]);
      default:
        return {
          schema: 'string',
          encode: value =>
            type.kind === 'json' || Array.isArray(value) || value instanceof Map
              ? writeJson(value)
              : formatText(value),
        };
    }
  }

  optional(type: ColumnType): { schema: unknown; encode(value: Value): unknown } {
    const { schema, encode } = this.of(type);
    return { schema: ['null', schema], encode: value => (value === null ? null : encode(value)) };
  }

  record(columns: [string, ColumnType][]): Shape {
    const name = this.#records++ ? `row_${this.#records}` : 'row';
    const safe = makeNames(columns.map(([column]) => column));
    const parts = zip(columns, safe).map(([[column, type], field]) => ({
      column,
      field,
      ...this.optional(type),
    }));
    const fields = parts.map(({ column, field, schema }) => ({
      name: field,
      type: schema,
      ...(field === column ? {} : { doc: `column: ${column}` }),
    }));
    return {
      schema: { type: 'record', name, fields },
      encode: value =>
        Object.fromEntries(
          parts.map(({ column, field, encode }) => [
            field,
            encode((value as ValueObject).get(column) ?? null),
          ]),
        ),
    };
  }
}

/** A logical type whose values are encoded already: it only makes the file's schema say what they mean. */
class Encoded extends avro.types.LogicalType {
  readonly #extra: Record<string, unknown>;

  constructor(schema: { type: string; precision?: number; scale?: number }, options: never) {
    super(schema as never, options);
    // avsc makes an integer type of its own here, which accepts no bigint.
    if (schema.type === 'long') Object.assign(this, { _underlyingType: longType });
    this.#extra = schema.precision === undefined ? {} : { precision: schema.precision, scale: schema.scale };
  }
  override _fromValue(value: unknown): unknown {
    return value;
  }
  override _toValue(value: unknown): unknown {
    return value;
  }
  override _export(attributes: Parameters<avro.types.LogicalType['_export']>[0]): void {
    Object.assign(attributes, this.#extra);
  }
}
const logicalTypes = Object.fromEntries(
  ['decimal', 'date', 'time-micros', 'timestamp-micros', 'local-timestamp-micros'].map(name => [
    name,
    Encoded,
  ]),
);

export async function writeAvro(output: string, table: Table): Promise<void> {
  const { schema, encode } = new Shapes().record(table.columns.map(({ name, type }) => [name, type]));
  const options = {
    registry: { long: longType },
    wrapUnions: 'never',
    omitRecordMethods: true,
    logicalTypes,
  };
  const type = avro.Type.forSchema(schema as never, options as never);
  const file = createWriteStream(output);
  const encoder = new avro.streams.BlockEncoder(type, { codec: 'deflate', writeHeader: 'always' } as never);
  encoder.pipe(file);
  const closed = once(file, 'finish');
  for await (const row of table.rows()) {
    const record = encode(new Map(table.columns.map(({ name }, index) => [name, row[index] ?? null])));
    if (!encoder.write(record)) await once(encoder, 'drain');
  }
  encoder.end();
  await closed;
}
