import { inflateRaw, zstdDecompress } from 'node:zlib';
import avro from 'avsc';
import { JobFailure } from '../../contract/failure.ts';
import { Moment, NumberText, singleOf, type Value } from '../values.ts';
import { longType } from './avro-long.ts';
import { clockText, dayText, instantText, scaledText } from './moments.ts';
import { decodeSnappy } from './snappy.ts';
import type { Source } from './source.ts';

type Schema =
  | string
  | Schema[]
  | {
      type: Schema;
      logicalType?: string;
      scale?: number;
      items?: Schema;
      values?: Schema;
      name?: string;
      namespace?: string;
      fields?: { name: string; doc?: string; type: Schema }[];
    };

const broken = (detail: string) => new JobFailure('unreadable_input', `avro: ${detail}`);
const mostBlock = 256 * 1024 * 1024;

type Decoded = (error: Error | null, data?: Buffer) => void;
const codecs = {
  null: (data: Buffer, done: Decoded) => done(null, data),
  deflate: (data: Buffer, done: Decoded) => inflateRaw(data, { maxOutputLength: mostBlock }, done),
  snappy: (data: Buffer, done: Decoded) => {
    try {
      // The last four bytes are a checksum.
      done(null, Buffer.from(decodeSnappy(data.subarray(0, -4))));
    } catch (error) {
      done(error as Error);
    }
  },
  zstandard: (data: Buffer, done: Decoded) => zstdDecompress(data, { maxOutputLength: mostBlock }, done),
};

/** The bytes of a decimal: a signed integer, its highest byte first. */
function signed(bytes: Uint8Array): bigint {
  const value = bytes.length ? BigInt(`0x${Buffer.from(bytes).toString('hex')}`) : 0n;
  return BigInt.asIntN(bytes.length * 8, value);
}

function logicalValue(
  value: unknown,
  { logicalType, scale = 0 }: { logicalType?: string; scale?: number },
): Value | undefined {
  switch (logicalType) {
    case 'decimal':
      return new NumberText(scaledText(signed(value as Uint8Array), scale));
    case 'date':
      return new Moment('date', dayText(BigInt(value as number)));
    case 'time-millis':
      return new Moment('time', clockText(BigInt(value as number), 1000n));
    case 'time-micros':
      return new Moment('time', clockText(value as bigint, 1_000_000n));
    case 'timestamp-millis':
      return new Moment('timestamp', `${instantText(value as bigint, 1000n)}Z`);
    case 'timestamp-micros':
      return new Moment('timestamp', `${instantText(value as bigint, 1_000_000n)}Z`);
    case 'timestamp-nanos':
      return new Moment('timestamp', `${instantText(value as bigint, 1_000_000_000n)}Z`);
    case 'local-timestamp-millis':
      return new Moment('datetime', instantText(value as bigint, 1000n));
    case 'local-timestamp-micros':
      return new Moment('datetime', instantText(value as bigint, 1_000_000n));
    case 'local-timestamp-nanos':
      return new Moment('datetime', instantText(value as bigint, 1_000_000_000n));
    case 'uuid':
      return typeof value === 'string' ? value : uuidText(value as Uint8Array);
    default:
      return undefined;
  }
}

const uuidText = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Turns what avsc decodes into values, by the schema the file carries. */
class AvroValues {
  readonly #named = new Map<string, Schema>();

  constructor(schema: Schema) {
    this.#learn(schema);
  }

  #learn(schema: Schema): void {
    if (typeof schema === 'string') return;
    if (Array.isArray(schema)) {
      for (const branch of schema) this.#learn(branch);
      return;
    }
    if (schema.name) {
      this.#named.set(schema.name, schema);
      if (schema.namespace) this.#named.set(`${schema.namespace}.${schema.name}`, schema);
    }
    for (const field of schema.fields ?? []) this.#learn(field.type);
    for (const inner of [
      schema.items,
      schema.values,
      typeof schema.type === 'object' ? schema.type : undefined,
    ])
      if (inner) this.#learn(inner);
  }

  value(raw: unknown, schema: Schema): Value {
    if (raw === null || raw === undefined) return null;
    if (Array.isArray(schema)) {
      const [[branch, inner]] = Object.entries(raw as object) as [[string, unknown]];
      return this.value(inner, schema.find(option => this.#branchName(option) === branch) ?? branch);
    }
    if (typeof schema === 'string') {
      const named = this.#named.get(schema) ?? this.#named.get(schema.split('.').pop()!);
      return named ? this.value(raw, named) : plain(raw, schema);
    }
    const logical = logicalValue(raw, schema);
    if (logical !== undefined) return logical;
    if (schema.fields)
      return new Map(
        schema.fields.map(field => [
          fieldName(field),
          this.value((raw as Record<string, unknown>)[field.name], field.type),
        ]),
      );
    if (schema.items) return (raw as unknown[]).map(item => this.value(item, schema.items!));
    if (schema.values)
      return new Map(
        Object.entries(raw as object).map(([key, item]) => [key, this.value(item, schema.values!)]),
      );
    return typeof schema.type === 'object' ? this.value(raw, schema.type) : plain(raw, schema.type);
  }

  #branchName(schema: Schema): string {
    if (typeof schema === 'string') return this.#qualified(this.#named.get(schema)) ?? schema;
    if (Array.isArray(schema)) return '';
    return schema.name
      ? (this.#qualified(schema) ?? schema.name)
      : typeof schema.type === 'string'
        ? schema.type
        : this.#branchName(schema.type);
  }

  #qualified(schema: Schema | undefined): string | undefined {
    if (!schema || typeof schema === 'string' || Array.isArray(schema) || !schema.name) return undefined;
    return schema.namespace ? `${schema.namespace}.${schema.name}` : schema.name;
  }
}

/** A column's own name, where it was too free for Avro and stands in the field's description. */
const fieldName = ({ name, doc }: { name: string; doc?: string }): string =>
  /^column: (.*)$/s.exec(doc ?? '')?.[1] ?? name;

function plain(raw: unknown, schema: Schema): Value {
  if (schema === 'float' && typeof raw === 'number') return singleOf(raw);
  if (typeof raw === 'bigint')
    return raw <= Number.MAX_SAFE_INTEGER && raw >= Number.MIN_SAFE_INTEGER ? Number(raw) : raw;
  return raw as Value;
}

const primitives = new Set(['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string']);

/** A schema as avsc decodes by it: `{"type":"long"}`, with whatever stands beside it, is no `long` of ours to it. */
function plainSchema(schema: Schema): Schema {
  if (typeof schema === 'string') return schema;
  if (Array.isArray(schema)) return schema.map(plainSchema);
  const { type, fields, items, values } = schema;
  if (typeof type !== 'string') return plainSchema(type);
  if (primitives.has(type)) return type;
  return {
    ...schema,
    ...(fields && { fields: fields.map(field => ({ ...field, type: plainSchema(field.type) })) }),
    ...(items && { items: plainSchema(items) }),
    ...(values && { values: plainSchema(values) }),
  };
}

async function* recordsIn(path: string): AsyncGenerator<Value> {
  const parseHook = (schema: Schema) => {
    // A stream of avsc's ends at the first null.
    if ([schema].flat().some(branch => branch === 'null'))
      throw new JobFailure('unsupported_content', 'avro: records that may be null');
    const options = { registry: { long: longType }, wrapUnions: 'always' };
    return avro.Type.forSchema(plainSchema(schema) as never, options as never);
  };
  const decoder = avro.createFileDecoder(path, { codecs, parseHook } as never);
  let values: AvroValues | undefined;
  let schema: Schema = 'null';
  decoder.on('metadata', (_type: unknown, _codec: unknown, header: { meta: Record<string, Buffer> }) => {
    schema = JSON.parse(header.meta['avro.schema']!.toString('utf8')) as Schema;
    values = new AvroValues(schema);
  });
  try {
    for await (const raw of decoder) yield values!.value(raw, schema);
    if (!values) throw broken('no header');
  } catch (error) {
    if (error instanceof JobFailure) throw error;
    const { message } = error as Error;
    throw /^unknown codec/.test(message)
      ? new JobFailure('unsupported_content', `avro: ${message}`)
      : broken(message);
  }
}

export const readAvro = async (path: string): Promise<Source> => ({
  kind: 'records',
  records: () => recordsIn(path),
});
