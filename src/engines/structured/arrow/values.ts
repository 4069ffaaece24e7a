import { type Data, IntervalUnit, Precision, TimeUnit, Type, UnionMode, Vector } from 'apache-arrow';
import { JobFailure } from '../../../contract/failure.ts';
import { zip } from '../../../lists.ts';
import {
  formatScalar,
  isScalar,
  Moment,
  NumberText,
  readSingle,
  type Value,
  writeJson,
} from '../../../tabular/values.ts';
import { formatDay, formatDuration, formatInstant, formatScaled, formatTimeOfDay } from '../moments.ts';
import { type AnyType, readFieldName } from './column-type.ts';

const dayLength = 86_400_000;
const perSecond: Record<TimeUnit, bigint> = {
  [TimeUnit.SECOND]: 1n,
  [TimeUnit.MILLISECOND]: 1000n,
  [TimeUnit.MICROSECOND]: 1_000_000n,
  [TimeUnit.NANOSECOND]: 1_000_000_000n,
};

function readDecimal(words: Uint32Array, scale: number): NumberText {
  let value = 0n;
  for (const word of words.toReversed()) value = (value << 32n) | BigInt(word);
  return new NumberText(formatScaled(BigInt.asIntN(words.length * 32, value), scale));
}

type Read = (index: number) => Value;

/** Arrow's buffers do not narrow by their type either. */
type AnyData = Data & {
  values: BigInt64Array | Int32Array;
  valueOffsets: Int32Array | BigInt64Array;
  typeIds: Int8Array;
  dictionary: Vector;
};

const toSafeInteger = (value: unknown): Value =>
  typeof value === 'bigint' && value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER
    ? Number(value)
    : (value as Value);

/** Formats months, days and seconds, none of which can be converted into another. */
function formatInterval(values: Int32Array, unit: number, index: number): string {
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  const count = (at: number) => view.getInt32(4 * at, true);
  if (unit === IntervalUnit.YEAR_MONTH) return `P${count(index)}M`;
  if (unit === IntervalUnit.DAY_TIME)
    return `P${count(2 * index)}D${formatSeconds(BigInt(count(2 * index + 1)), 1000n)}`;
  const nanoseconds = view.getBigInt64(16 * index + 8, true);
  return `P${count(4 * index)}M${count(4 * index + 1)}D${formatSeconds(nanoseconds, 1_000_000_000n)}`;
}
const formatSeconds = (units: bigint, perSecond: bigint): string =>
  units === 0n ? '' : formatDuration(units, perSecond).replace(/^(-?)PT/, 'T$1');

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** Reads a text: Arrow's own getter drops a byte order mark at its beginning. */
const readText = ({ values, valueOffsets }: AnyData, index: number): string =>
  decoder.decode(
    (values as unknown as Uint8Array).subarray(Number(valueOffsets[index]), Number(valueOffsets[index + 1])),
  );

/** Makes a reader for values that Arrow's own getters would round: they give points in time in milliseconds. */
export function makeReader(given: Data): Read {
  const read = makeTypeReader(given as AnyData);
  if (given.typeId === Type.Union) return read;
  return index => (given.getValid(index) ? read(index) : null);
}

function makeTypeReader(data: AnyData): Read {
  const type = data.type as AnyType;
  const readRaw = (index: number): bigint => BigInt(data.values[index]!);
  const vector = new Vector([data]);
  switch (type.typeId) {
    case Type.Null:
      return () => null;
    case Type.Timestamp:
      return index => {
        const text = formatInstant(readRaw(index), perSecond[type.unit]);
        return type.timezone ? new Moment('timestamp', `${text}Z`) : new Moment('datetime', text);
      };
    case Type.Date:
      return index =>
        new Moment('date', formatDay(BigInt(Math.floor(Number(vector.get(index)) / dayLength))));
    case Type.Time:
      return index => new Moment('time', formatTimeOfDay(readRaw(index), perSecond[type.unit]));
    case Type.Duration:
      return index => formatDuration(readRaw(index), perSecond[type.unit]);
    case Type.Interval:
      return index => formatInterval(data.values as Int32Array, type.unit, index);
    case Type.Utf8:
    case Type.LargeUtf8:
      return index => readText(data, index);
    case Type.Decimal:
      return index => readDecimal(vector.get(index) as Uint32Array, type.scale);
    case Type.Float:
      return type.precision === Precision.SINGLE
        ? index => readSingle(vector.get(index) as number)
        : index => vector.get(index) as number;
    case Type.List:
    case Type.LargeList:
    case Type.FixedSizeList:
    case Type.Struct:
    case Type.Map:
    case Type.Union:
    case Type.Dictionary:
      return makePartsReader(data, type);
    default:
      return index => toSafeInteger(vector.get(index));
  }
}

function makePartsReader(data: AnyData, type: AnyType): Read {
  const parts = data.children.map(child => makeReader(child));
  const { valueOffsets } = data;
  const listWithin = <Item>(index: number, item: (at: number) => Item): Item[] => {
    const start = Number(valueOffsets[index]);
    return Array.from({ length: Number(valueOffsets[index + 1]) - start }, (_, at) => item(start + at));
  };
  switch (type.typeId) {
    case Type.Struct: {
      const fields = zip(type.children.map(readFieldName), parts);
      return index => new Map(fields.map(([name, read]) => [name, read(index)]));
    }
    case Type.Map: {
      const entries = data.children.flatMap(({ children }) => children);
      const [keys, values] = entries.map(child => makeReader(child)) as [Read, Read];
      return index =>
        new Map(
          listWithin(index, at => {
            const key = keys(at);
            return [isScalar(key) && key !== null ? formatScalar(key as string) : writeJson(key), values(at)];
          }),
        );
    }
    case Type.FixedSizeList: {
      const length = type.listSize;
      return index => parts.flatMap(item => Array.from({ length }, (_, at) => item(index * length + at)));
    }
    case Type.Union:
      return index => {
        const child = type.typeIdToChildIndex[data.typeIds[index]!]!;
        return parts[child]!(type.mode === UnionMode.Dense ? Number(valueOffsets[index]) : index);
      };
    case Type.Dictionary: {
      const chunks = data.dictionary.data.map(chunk => ({ length: chunk.length, read: makeReader(chunk) }));
      return index => {
        let at = Number(data.values[index]);
        for (const { length, read } of chunks) {
          if (at < length) return read(at);
          at -= length;
        }
        throw new JobFailure('unreadable_input', 'arrow: no such entry of a dictionary');
      };
    }
    default:
      return index => parts.flatMap(item => listWithin(index, item));
  }
}
