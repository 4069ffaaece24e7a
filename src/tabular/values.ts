/** A number as it was written, where a double would change it: 1.50, 0.1234567890123456789, 1e400. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type MomentKind = 'date' | 'time' | 'datetime' | 'timestamp';

/** A point in time in ISO 8601. `datetime` has no zone, `timestamp` has one. */
export class Moment {
  readonly kind: MomentKind;
  readonly text: string;

  constructor(kind: MomentKind, text: string) {
    this.kind = kind;
    this.text = text;
  }
}

export type ValueObject = Map<string, Value>;
/** Any value between two data formats. Integers beyond the safe ones are bigint; nothing is ever rounded. */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | NumberText
  | Moment
  | Uint8Array
  | Value[]
  | ValueObject;

/** Reads a number literal as the plainest value that can be written back as the same literal. */
export function readNumber(text: string): number | bigint | NumberText {
  const number = Number(text);
  if (String(number) === text && Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number;
  if (/^-?(0|[1-9]\d*)$/.test(text) && text !== '-0') return BigInt(text);
  return new NumberText(text);
}

/**
 * Reads a single-precision float as the shortest decimal number that rounds to it, not as the double that happens to be
 * nearest.
 */
export function readSingle(value: number): number {
  for (let digits = 6; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

export const isScalar = (value: Value): boolean => !Array.isArray(value) && !(value instanceof Map);

/** Formats a single value as text for a cell or an element. */
export function formatScalar(value: Exclude<Value, null | Value[] | ValueObject>): string {
  if (value instanceof NumberText || value instanceof Moment) return value.text;
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  if (Object.is(value, -0)) return '-0';
  return String(value);
}

/**
 * Writes JSON that keeps every digit. `indent` is as in JSON.stringify. Numbers that are not finite become their names.
 */
export function writeJson(value: Value, indent = '', margin = ''): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? formatScalar(value) : `"${value}"`;
  if (value instanceof NumberText) return /^-?\d/.test(value.text) ? value.text : JSON.stringify(value.text);
  if (value instanceof Moment || value instanceof Uint8Array) return JSON.stringify(formatScalar(value));
  const inner = margin + indent;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map(item => writeJson(item, indent, inner))]
    : [
        '{',
        '}',
        [...value].map(
          ([key, item]) => `${JSON.stringify(key)}:${indent && ' '}${writeJson(item, indent, inner)}`,
        ),
      ];
  if (!parts.length) return open + close;
  return indent
    ? `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`
    : open + parts.join(',') + close;
}

/** Writes values as one JSON list, one at a time. */
export async function* writeJsonList(items: AsyncIterable<Value>, indent: string): AsyncGenerator<string> {
  let any = false;
  const line = indent ? `\n${indent}` : '';
  for await (const item of items) {
    yield `${any ? ',' : '['}${line}${writeJson(item, indent, indent)}`;
    any = true;
  }
  yield any ? `${indent && '\n'}]\n` : '[]\n';
}
