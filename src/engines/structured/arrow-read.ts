import { readFile } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import {
  CompressionType,
  compressionRegistry,
  type Data,
  type DataType,
  type RecordBatch,
  RecordBatchReader,
  Type,
  type Vector,
} from 'apache-arrow';
import { JobFailure } from '../../contract/failure.ts';
import type { Column, ColumnType } from '../types.ts';
import { Moment, NumberText, type Value } from '../values.ts';
import { decodeLz4Frame } from './lz4.ts';
import { clockText, instantText, scaledText } from './moments.ts';
import type { Source } from './source.ts';

const mostBytes = 1_000_000_000;
/** Arrow says how long a buffer is before it was packed, but only to its own reader: an LZ4 frame is grown into. */
const mostUnpacked = 256 * 1024 * 1024;
compressionRegistry.set(CompressionType.ZSTD, {
  decode: data => zstdDecompressSync(data, { maxOutputLength: mostUnpacked }),
});
compressionRegistry.set(CompressionType.LZ4_FRAME, {
  decode: data => decodeLz4Frame(data, Math.min(mostUnpacked, data.length * 255 + 64)),
});

const perSecond = [1n, 1000n, 1_000_000n, 1_000_000_000n];

/** Arrow's types do not narrow by their ids: what each of them carries. */
type AnyType = DataType & {
  precision: number;
  scale: number;
  timezone?: string | null;
  unit: number;
  dictionary: AnyType;
};

function columnType(given: DataType): ColumnType {
  const type = given as AnyType;
  switch (type.typeId) {
    case Type.Bool:
      return { kind: 'boolean' };
    case Type.Int:
      return { kind: 'integer' };
    case Type.Float:
      return { kind: 'double' };
    case Type.Decimal:
      return { kind: 'decimal', whole: type.precision - type.scale, scale: type.scale };
    case Type.Date:
      return { kind: 'date' };
    case Type.Time:
      return { kind: 'time' };
    case Type.Timestamp:
      return { kind: type.timezone ? 'timestamp' : 'datetime' };
    case Type.Binary:
    case Type.LargeBinary:
    case Type.FixedSizeBinary:
      return { kind: 'binary' };
    case Type.List:
    case Type.FixedSizeList:
      return { kind: 'list', of: columnType(type.children[0]!.type) };
    case Type.Struct:
      return {
        kind: 'struct',
        fields: new Map(
          (type.children as { name: string; type: DataType }[]).map(field => [
            field.name,
            columnType(field.type),
          ]),
        ),
      };
    case Type.Map:
      return {
        kind: 'map',
        of: columnType((type.children[0]!.type.children as { type: DataType }[])[1]!.type),
      };
    case Type.Dictionary:
      return columnType(type.dictionary);
    case Type.Null:
      return { kind: 'null' };
    default:
      return { kind: 'string' };
  }
}

function decimalOf(words: Uint32Array, scale: number): NumberText {
  let value = 0n;
  for (let i = words.length - 1; i >= 0; i--) value = (value << 32n) | BigInt(words[i]!);
  return new NumberText(scaledText(BigInt.asIntN(words.length * 32, value), scale));
}

/** The number behind a point in time, which Arrow's own getters would round to milliseconds. */
const rawAt = (data: Data, index: number): bigint =>
  BigInt((data.values as BigInt64Array | Int32Array)[index]!);

function valueAt(vector: Vector, index: number, given: DataType, data: Data | undefined): Value {
  const type = given as AnyType;
  const value: unknown = vector.get(index);
  if (value === null || value === undefined) return null;
  switch (type.typeId) {
    case Type.Timestamp: {
      const units = data ? rawAt(data, index) : BigInt(Math.round((value as number) * 1000));
      const text = instantText(units, data ? perSecond[type.unit]! : 1_000_000n);
      return type.timezone ? new Moment('timestamp', `${text}Z`) : new Moment('datetime', text);
    }
    case Type.Date: {
      const milliseconds = typeof value === 'number' ? value : Number(value);
      return new Moment('date', new Date(milliseconds).toISOString().slice(0, 10));
    }
    case Type.Time:
      return new Moment('time', clockText(BigInt(value as number | bigint), perSecond[type.unit]!));
    case Type.Decimal:
      return decimalOf(value as Uint32Array, type.scale);
    case Type.Int:
      return typeof value === 'bigint' && value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER
        ? Number(value)
        : (value as number | bigint);
    case Type.List:
    case Type.FixedSizeList: {
      const items = value as Vector;
      return Array.from({ length: items.length }, (_, at) =>
        valueAt(items, at, type.children[0]!.type, undefined),
      );
    }
    case Type.Struct: {
      const row = value as Record<string, unknown>;
      return new Map(
        (type.children as { name: string; type: DataType }[]).map(field => [
          field.name,
          plainValue(row[field.name], field.type),
        ]),
      );
    }
    case Type.Map: {
      const inner = (type.children[0]!.type.children as { type: DataType }[])[1]!.type;
      return new Map(
        [...(value as Iterable<[unknown, unknown]>)].map(([key, item]) => [
          String(key),
          plainValue(item, inner),
        ]),
      );
    }
    case Type.Dictionary:
      return plainValue(value, type.dictionary);
    default:
      return value as Value;
  }
}

/** A value out of its vector, as structs and maps give it. */
const plainValue = (value: unknown, type: DataType): Value =>
  valueAt({ get: () => value } as unknown as Vector, 0, type, undefined);

function* rowsOf(batch: RecordBatch, columns: Column[]): Generator<Value> {
  const vectors = columns.map((_, index) => batch.getChildAt(index)!);
  for (let row = 0; row < batch.numRows; row++) {
    yield new Map(
      columns.map(({ name }, index) => {
        const vector = vectors[index]!;
        return [
          name,
          valueAt(
            vector,
            row,
            vector.type,
            vector.data.length === 1 && !vector.data[0]!.offset ? vector.data[0] : undefined,
          ),
        ];
      }),
    );
  }
}

const broken = (error: unknown) =>
  error instanceof JobFailure
    ? error
    : new JobFailure('unreadable_input', `arrow: ${(error as Error).message}`);

export async function readArrow(path: string): Promise<Source> {
  const bytes = await readFile(path);
  if (bytes.length > mostBytes) throw new JobFailure('limit_exceeded', `arrow: ${bytes.length} bytes`);
  const opened = () => {
    try {
      const reader = RecordBatchReader.from(bytes).open();
      if (!reader.schema) throw new Error('no schema');
      return reader;
    } catch (error) {
      throw broken(error);
    }
  };
  const columns = opened().schema.fields.map(({ name, type }): Column => ({ name, type: columnType(type) }));
  return {
    kind: 'records',
    columns,
    async *records() {
      const batches = opened()[Symbol.iterator]();
      for (;;) {
        let next: IteratorResult<RecordBatch>;
        try {
          next = batches.next();
        } catch (error) {
          throw broken(error);
        }
        if (next.done) return;
        yield* rowsOf(next.value, columns);
      }
    },
  };
}
