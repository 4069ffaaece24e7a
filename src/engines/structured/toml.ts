import { parse, TomlDate } from 'smol-toml';
import { JobFailure } from '../../contract/failure.ts';
import { joinChunks } from '../../encodings/encoding.ts';
import {
  formatScalar,
  Moment,
  NumberText,
  readNumber,
  type Value,
  type ValueObject,
} from '../../tabular/values.ts';
import { readDays } from './moments.ts';
import type { Source } from './source.ts';
import { decodeUnicode } from './unicode.ts';

const maxCharacters = 20_000_000;

/** The mark before a moment that the parser takes for a text, since it would cut the moment to milliseconds. */
const mark = '\u{f8fe}moment:';
const moment =
  /^(?:(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)([Zz]|[+-]\d\d:\d\d)?)?|(\d\d:\d\d(?::\d\d(?:\.\d+)?)?))(?=[\s,\]}#]|$)/;
const piece =
  /"""[\s\S]*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}=\n]|[^\s"'#[\]{}=,]+(?: \d\d:\d\d[^\s,\]}#]*)?/g;

/** Turns every moment of a document into marked text, only where a value may stand: a key can look like a date. */
function markMoments(text: string): string {
  let depth = 0;
  let inValue = false;
  return text.replace(piece, (found, offset: number) => {
    if (found === '=') inValue = true;
    else if (inValue && (found === '[' || found === '{')) depth++;
    else if (inValue && (found === ']' || found === '}')) depth--;
    else if (found === '\n' && depth === 0) inValue = false;
    else if (
      inValue &&
      moment.test(found) &&
      !/^\s*[=.]/.test(text.slice(offset + found.length, offset + found.length + 20))
    )
      return `"${mark}${found}"`;
    return found;
  });
}

function readMoment(text: string): Moment {
  const [, day = '', clock, zone, time] = moment.exec(text) ?? [];
  if (day && readDays(day) === undefined) throw new Error(`no such day: ${day}`);
  if (time) return new Moment('time', time);
  if (!clock) return new Moment('date', day);
  return new Moment(zone ? 'timestamp' : 'datetime', `${day}T${clock}${zone ? zone.toUpperCase() : ''}`);
}

/** Reads a parsed value. Integers come as bigint, so every other number is a float and stays one. */
function readValue(value: unknown): Value {
  if (typeof value === 'bigint') return readNumber(String(value));
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e21
      ? new NumberText(`${Object.is(value, -0) ? '-0' : value}.0`)
      : value;
  if (typeof value === 'string' && value.startsWith(mark)) return readMoment(value.slice(mark.length));
  if (value instanceof TomlDate) return new Moment('timestamp', value.toISOString());
  if (Array.isArray(value)) return value.map(readValue);
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, item]) => [key, readValue(item)]));
  return value as string | boolean;
}

export async function readToml(path: string): Promise<Source> {
  const text = await joinChunks(decodeUnicode(path, 'utf-8'), maxCharacters);
  try {
    // The text is parsed as it is first, so that an invalid date does not pass for one.
    const plain = parse(text, { integersAsBigInt: true });
    const exact = /\d\d[-:]\d\d/.test(text) ? parse(markMoments(text), { integersAsBigInt: true }) : plain;
    return { kind: 'tree', value: readValue(exact) };
  } catch (error) {
    const { message } = error as Error;
    const isTooDeep = /excessively nested|call stack/.test(message);
    throw new JobFailure(isTooDeep ? 'limit_exceeded' : 'unreadable_input', `toml: ${message}`);
  }
}

const cannot = (what: string) => new JobFailure('not_representable', `toml cannot hold ${what}`);
const writeKey = (key: string): string => (/^[\w-]+$/.test(key) ? key : writeString(key));
const writeString = (text: string): string => {
  if (!text.isWellFormed()) throw cannot('half a character');
  return JSON.stringify(text).replace(/\x7f/g, '\\u007f');
};

function writeInline(value: Value): string {
  if (value === null) throw new JobFailure('toml_has_no_null', 'null');
  if (typeof value === 'string') return writeString(value);
  if (typeof value === 'bigint') {
    if (value > 2n ** 63n - 1n || value < -(2n ** 63n)) throw cannot(`the integer ${value}`);
    return String(value);
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
    return formatScalar(value);
  }
  if (value instanceof NumberText) return writeNumber(value.text);
  if (value instanceof Uint8Array) return writeString(formatScalar(value));
  if (Array.isArray(value)) return `[${value.map(writeInline).join(', ')}]`;
  if (value instanceof Map) {
    return value.size
      ? `{ ${[...value].map(([key, item]) => `${writeKey(key)} = ${writeInline(item)}`).join(', ')} }`
      : '{}';
  }
  return formatScalar(value);
}

/** Writes a number. A TOML float is a double: a reader would round digits beyond its precision. */
function writeNumber(text: string): string {
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  if (digits.length > 17 || !Number.isFinite(Number(text))) throw cannot(`the number ${text}`);
  return /^-?\d+$/.test(text) ? text : text.replace(/^(-?\d+)([eE])/, '$1.0$2');
}

const isTable = (value: Value): value is ValueObject => value instanceof Map;
const isTables = (value: Value): value is ValueObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isTable);

function writeTable(table: ValueObject, path: string): string {
  let own = '';
  let below = '';
  for (const [key, value] of table) {
    const name = path ? `${path}.${writeKey(key)}` : writeKey(key);
    if (isTable(value)) {
      const body = writeTable(value, name);
      const headless = value.size > 0 && [...value.values()].every(item => isTable(item) || isTables(item));
      below += headless ? body : `\n[${name}]\n${body}`;
    } else if (isTables(value))
      below += value.map(item => `\n[[${name}]]\n${writeTable(item, name)}`).join('');
    else own += `${writeKey(key)} = ${writeInline(value)}\n`;
  }
  return own + below;
}

/** Writes TOML, which is a table: a list stands in it under the name of its rows. */
export function writeToml(value: Value, rowName = 'row'): string {
  const table = Array.isArray(value) ? new Map([[rowName, value as Value]]) : value;
  if (!isTable(table)) throw cannot('a value that is no table');
  return writeTable(table, '').replace(/^\n/, '');
}
