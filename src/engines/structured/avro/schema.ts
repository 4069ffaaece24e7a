import { isUtf8 } from 'node:buffer';
import { JobFailure } from '../../../contract/failure.ts';
import { Moment, NumberText, readSingle, type Value } from '../../../tabular/values.ts';
import { maxDepth } from '../json-parser.ts';
import { formatDay, formatDuration, formatInstant, formatScaled, formatTimeOfDay } from '../moments.ts';

export const brokenAvro = (detail: string) => new JobFailure('unreadable_input', `avro: ${detail}`);

/** The most items that take no bytes, of which a file can declare any number. */
const maxEmpty = 1_000_000;

/** Reads Avro's binary form from its beginning to its end. */
export class AvroBytes {
  readonly bytes: Buffer;
  at = 0;
  depth = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw brokenAvro('data that ends too early');
    return byte;
  }

  exact(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
    }
    throw brokenAvro('a number that never ends');
  }

  long(): number | bigint {
    const start = this.at;
    let value = 0;
    for (let scale = 1; scale < 2 ** 49; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value % 2 ? -(value + 1) / 2 : value / 2;
    }
    this.at = start;
    const exact = this.exact();
    return exact <= Number.MAX_SAFE_INTEGER && exact >= Number.MIN_SAFE_INTEGER ? Number(exact) : exact;
  }

  count(): number {
    return Number(this.long());
  }

  take(length: number): Buffer {
    if (!(length >= 0 && this.at + length <= this.bytes.length)) throw brokenAvro('data that ends too early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text(): string {
    const bytes = this.take(this.count());
    const text = bytes.toString('utf8');
    if (text.includes('\ufffd') && !isUtf8(bytes)) throw brokenAvro('a text that is no UTF-8');
    return text;
  }

  /** Reads the items of an array or a map, which come in blocks. */
  items(each: () => void): void {
    for (let count = this.count(); count !== 0; count = this.count()) {
      if (count < 0) this.long();
      const start = this.at;
      for (let index = 0; index < Math.abs(count); index++) {
        each();
        if (index > maxEmpty && this.at === start)
          throw new JobFailure('limit_exceeded', 'avro: too many items');
      }
    }
  }
}

type Read = (from: AvroBytes) => Value;
type Schema = Record<string, unknown>;

const primitives: Partial<Record<string, Read>> = {
  null: () => null,
  boolean: from => {
    const byte = from.byte();
    if (byte > 1) throw brokenAvro('a truth that is none');
    return byte === 1;
  },
  int: from => from.long(),
  long: from => from.long(),
  float: from => readSingle(from.take(4).readFloatLE()),
  double: from => from.take(8).readDoubleLE(),
  bytes: from => from.take(from.count()),
  string: from => from.text(),
};

/** Reads the bytes of a decimal: a signed integer, its highest byte first. */
function readSigned(bytes: Uint8Array): bigint {
  const value = bytes.length ? BigInt(`0x${Buffer.from(bytes).toString('hex')}`) : 0n;
  return BigInt.asIntN(bytes.length * 8, value);
}

const timestamps = new Map([
  ['millis', 1000n],
  ['micros', 1_000_000n],
  ['nanos', 1_000_000_000n],
]);

/**
 * Makes a reader for a logical type; one that does not suit its underlying type is ignored, as the specification says.
 */
function makeLogicalReader(schema: Schema, on: string, read: Read): Read | undefined {
  const name = String(schema.logicalType);
  const readWhole = (from: AvroBytes) => BigInt(read(from) as number | bigint);
  const [, local, unit = ''] = /^(local-)?timestamp-(\w+)$/.exec(name) ?? [];
  const perSecond = timestamps.get(unit);
  if (perSecond && on === 'long')
    return local
      ? from => new Moment('datetime', formatInstant(readWhole(from), perSecond))
      : from => new Moment('timestamp', `${formatInstant(readWhole(from), perSecond)}Z`);
  const scale = Number(schema.scale ?? 0);
  switch (`${name} ${on}`) {
    case 'date int':
      return from => new Moment('date', formatDay(readWhole(from)));
    case 'time-millis int':
      return from => new Moment('time', formatTimeOfDay(readWhole(from), 1000n));
    case 'time-micros long':
      return from => new Moment('time', formatTimeOfDay(readWhole(from), 1_000_000n));
    case 'decimal bytes':
    case 'decimal fixed':
      if (!Number.isInteger(scale) || scale < 0) return undefined;
      return from => new NumberText(formatScaled(readSigned(read(from) as Uint8Array), scale));
    case 'big-decimal bytes':
      return from => {
        const inner = new AvroBytes(Buffer.from(read(from) as Uint8Array));
        return new NumberText(formatScaled(readSigned(inner.take(inner.count())), inner.count()));
      };
    case 'uuid fixed':
      if (schema.size !== 16) return undefined;
      return from =>
        Buffer.from(read(from) as Uint8Array)
          .toString('hex')
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    case 'duration fixed':
      if (schema.size !== 12) return undefined;
      return from => {
        const bytes = Buffer.from(read(from) as Uint8Array);
        const seconds = formatDuration(BigInt(bytes.readUInt32LE(8)), 1000n).slice(1);
        return `P${bytes.readUInt32LE(0)}M${bytes.readUInt32LE(4)}D${seconds === 'T0S' ? '' : seconds}`;
      };
    default:
      return undefined;
  }
}

/** Returns a column's own name, which stands in the field's description where Avro does not allow it. */
const getFieldName = ({ name, doc }: Schema): string =>
  /^column: (.*)$/s.exec(typeof doc === 'string' ? doc : '')?.[1] ?? String(name);

/** Reads values by a schema, which names its types once and then refers to them. */
export class AvroReader {
  readonly #named = new Map<string, Read>();
  readonly read: Read;
  /** The names of the fields, where the schema is a record. */
  readonly names: string[] | undefined;

  constructor(schema: unknown) {
    this.read = this.#makeReader(schema, '');
    const { fields } = (schema ?? {}) as Schema;
    if (Array.isArray(fields)) this.names = fields.map(getFieldName);
  }

  #makeReader(schema: unknown, namespace: string): Read {
    if (typeof schema === 'string') return this.#resolveReference(schema, namespace);
    if (Array.isArray(schema)) {
      const branches = schema.map(branch => this.#makeReader(branch, namespace));
      return from => {
        const branch = branches[from.count()];
        if (!branch) throw brokenAvro('no such branch of a union');
        return branch(from);
      };
    }
    if (typeof schema !== 'object' || schema === null) throw brokenAvro('a schema that is none');
    const given = schema as Schema;
    const read = this.#makeComplexReader(given, namespace);
    const on = String(given.type);
    return (given.logicalType !== undefined && makeLogicalReader(given, on, read)) || read;
  }

  #resolveReference(name: string, namespace: string): Read {
    const primitive = Object.hasOwn(primitives, name) ? primitives[name] : undefined;
    if (primitive) return primitive;
    const full = name.includes('.') || !namespace ? name : `${namespace}.${name}`;
    const key = this.#named.has(full) ? full : name;
    if (!this.#named.has(key)) throw brokenAvro(`no type ${name}`);
    return from => this.#named.get(key)!(from);
  }

  #makeComplexReader(schema: Schema, namespace: string): Read {
    switch (schema.type) {
      case 'record':
      case 'error':
        return this.#define(schema, namespace, within => this.#record(schema, within));
      case 'enum': {
        const symbols = schema.symbols as string[];
        if (!Array.isArray(symbols)) throw brokenAvro('an enum without symbols');
        return this.#define(schema, namespace, () => from => {
          const symbol = symbols[from.count()];
          if (symbol === undefined) throw brokenAvro('no such symbol');
          return symbol;
        });
      }
      case 'fixed': {
        const size = Number(schema.size);
        const read: Read = from => from.take(size);
        return this.#define(schema, namespace, () => makeLogicalReader(schema, 'fixed', read) ?? read, read);
      }
      case 'array': {
        const item = this.#makeReader(schema.items, namespace);
        return from => {
          const items: Value[] = [];
          from.items(() => items.push(item(from)));
          return items;
        };
      }
      case 'map': {
        const value = this.#makeReader(schema.values, namespace);
        return from => {
          const map = new Map<string, Value>();
          from.items(() => map.set(from.text(), value(from)));
          return map;
        };
      }
      default:
        return this.#makeReader(schema.type, namespace);
    }
  }

  /** Registers a type by its full name before its content is read, because it may refer to itself. */
  #define(schema: Schema, namespace: string, make: (within: string) => Read, own?: Read): Read {
    const name = String(schema.name ?? '');
    const within = name.includes('.')
      ? name.slice(0, name.lastIndexOf('.'))
      : typeof schema.namespace === 'string'
        ? schema.namespace
        : namespace;
    const short = name.slice(name.lastIndexOf('.') + 1);
    const full = within ? `${within}.${short}` : short;
    this.#named.set(full, () => null);
    const read = make(within);
    this.#named.set(full, read);
    return own ?? read;
  }

  #record(schema: Schema, namespace: string): Read {
    if (!Array.isArray(schema.fields)) throw brokenAvro('a record without fields');
    const fields = (schema.fields as Schema[]).map(
      field => [getFieldName(field), this.#makeReader(field.type, namespace)] as const,
    );
    return from => {
      if (++from.depth > maxDepth) throw new JobFailure('limit_exceeded', 'avro: nested too deep');
      const object = new Map<string, Value>();
      for (const [name, read] of fields) object.set(name, read(from));
      from.depth--;
      return object;
    };
  }
}
