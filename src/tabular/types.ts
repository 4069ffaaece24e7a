import { Moment, type MomentKind, NumberText, type Value } from './values.ts';

/** The type of a column, for formats that want one. `json` is any mixture, kept as JSON text. */
export type ColumnType =
  | { kind: 'null' | 'boolean' | 'string' | 'binary' | 'json' }
  /** With `big`, some integers are beyond those that a double holds exactly. */
  | { kind: 'integer'; big?: boolean }
  /** The digits before and after the point, where all its numbers have a fixed number of them. */
  | { kind: 'double'; whole: number; scale: number }
  | { kind: 'double'; whole?: undefined; scale?: undefined }
  | { kind: MomentKind }
  /** The digits before and after the point. */
  | { kind: 'decimal'; whole: number; scale: number }
  | { kind: 'list'; of: ColumnType }
  /** An object whose keys differ from row to row. */
  | { kind: 'map'; of: ColumnType }
  | { kind: 'struct'; fields: Map<string, ColumnType> };

/** Names the SQL type for a column's single values; undefined where SQL has none that all databases know. */
export function nameSqlType(type: ColumnType): string | undefined {
  switch (type.kind) {
    case 'boolean':
      return 'BOOLEAN';
    case 'integer':
      return 'BIGINT';
    case 'double':
      return 'DOUBLE PRECISION';
    case 'decimal':
      return `NUMERIC(${type.whole + type.scale}, ${type.scale})`;
    case 'date':
      return 'DATE';
    case 'time':
      return 'TIME';
    case 'datetime':
      return 'TIMESTAMP';
    case 'timestamp':
      return 'TIMESTAMP WITH TIME ZONE';
    default:
      return undefined;
  }
}

export interface Column {
  name: string;
  type: ColumnType;
}

const maxDigits = 38;
const least64 = -(2n ** 63n);
const most64 = 2n ** 63n - 1n;
/** A double holds every decimal of so many digits exactly enough to write it back. */
const doubleDigits = 15;

function guessNumberType(text: string): ColumnType {
  const [, whole, fraction = '', exponent] = /^[-+]?(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  if (whole === undefined) return { kind: 'double' };
  const digits = whole.replace(/^0+/, '').length;
  const significant = (whole + fraction).replace(/^0+/, '').length;
  if (exponent !== undefined) return significant <= 17 ? { kind: 'double' } : { kind: 'string' };
  if (significant <= doubleDigits || String(Number(text)) === text)
    return { kind: 'double', whole: digits, scale: fraction.length };
  return makeDecimal(digits, fraction.length);
}

const makeDecimal = (whole: number, scale: number): ColumnType =>
  whole + scale > maxDigits ? { kind: 'string' } : { kind: 'decimal', whole, scale };

export function findType(value: Value): ColumnType {
  if (value === null) return { kind: 'null' };
  if (typeof value === 'boolean') return { kind: 'boolean' };
  if (typeof value === 'string') return { kind: 'string' };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { kind: 'integer' } : guessNumberType(String(value));
  if (typeof value === 'bigint') {
    return value >= least64 && value <= most64
      ? { kind: 'integer', big: true }
      : makeDecimal(String(value).replace('-', '').length, 0);
  }
  if (value instanceof NumberText) return guessNumberType(value.text);
  if (value instanceof Moment) return { kind: value.kind };
  if (value instanceof Uint8Array) return { kind: 'binary' };
  if (Array.isArray(value))
    return { kind: 'list', of: value.map(findType).reduce(joinTypes, { kind: 'null' }) };
  return { kind: 'struct', fields: new Map([...value].map(([key, item]) => [key, findType(item)])) };
}

/** Finds the narrowest type that holds both without changing a value. */
export function joinTypes(a: ColumnType, b: ColumnType): ColumnType {
  if (a.kind === 'null') return b;
  if (b.kind === 'null') return a;
  if (a.kind === 'list' && b.kind === 'list') return { kind: 'list', of: joinTypes(a.of, b.of) };
  if (a.kind === 'map' && b.kind === 'map') return { kind: 'map', of: joinTypes(a.of, b.of) };
  if (a.kind === 'struct' && b.kind === 'struct') {
    const fields = new Map(a.fields);
    for (const [name, type] of b.fields) {
      const known = fields.get(name);
      fields.set(name, known ? joinTypes(known, type) : type);
    }
    return { kind: 'struct', fields };
  }
  if (a.kind === 'decimal' && b.kind === 'decimal')
    return makeDecimal(Math.max(a.whole, b.whole), Math.max(a.scale, b.scale));
  if (a.kind === 'integer' && b.kind === 'integer') return a.big ? a : b;
  if (a.kind === 'double' && b.kind === 'double') return joinDoubles(a, b);
  if (a.kind === b.kind) return a;
  if (a.kind === 'integer') return joinWithInteger(a, b);
  if (b.kind === 'integer') return joinWithInteger(b, a);
  const [double, other] = a.kind === 'double' ? [a, b] : b.kind === 'double' ? [b, a] : [];
  if (double?.whole !== undefined && other?.kind === 'decimal') {
    return makeDecimal(Math.max(double.whole, other.whole), Math.max(double.scale, other.scale));
  }
  return { kind: 'json' };
}

type Double = Extract<ColumnType, { kind: 'double' }>;

function joinDoubles(a: Double, b: Double): ColumnType {
  if (a.whole === undefined || b.whole === undefined) return { kind: 'double' };
  return { kind: 'double', whole: Math.max(a.whole, b.whole), scale: Math.max(a.scale, b.scale) };
}

const safeDigits = 16;
const longDigits = 19;

function joinWithInteger(integer: { big?: boolean }, other: ColumnType): ColumnType {
  const digits = integer.big ? longDigits : safeDigits;
  if (other.kind === 'decimal') return makeDecimal(Math.max(other.whole, digits), other.scale);
  if (other.kind !== 'double') return { kind: 'json' };
  if (!integer.big)
    return other.whole === undefined ? other : { ...other, whole: Math.max(other.whole, digits) };
  return other.whole === undefined
    ? { kind: 'json' }
    : makeDecimal(Math.max(other.whole, digits), other.scale);
}
