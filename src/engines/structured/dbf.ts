import { open } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { JobFailure } from '../../contract/failure.ts';
import { Moment, readNumber, type Value } from '../../tabular/values.ts';
import type { Source } from './source.ts';

/** Encodings by the mark that a table has for its language. */
const encodings: Partial<Record<number, string>> = {
  1: 'cp437',
  2: 'cp850',
  3: 'windows-1252',
  38: 'cp866',
  100: 'cp852',
  101: 'cp866',
  102: 'cp865',
  106: 'cp737',
  107: 'cp857',
  87: 'windows-1252',
  77: 'gbk',
  78: 'euc-kr',
  79: 'big5',
  19: 'shift_jis',
  123: 'shift_jis',
  125: 'windows-1255',
  126: 'windows-1256',
  200: 'windows-1250',
  201: 'windows-1251',
  202: 'windows-1254',
  203: 'windows-1253',
};
/** The kinds of dBase 7, whose tables have another structure. */
const unknownKinds = new Set([0x04, 0x8c]);
const foxPro = new Set([0x30, 0x31, 0x32]);
/** Types whose content is in a second file. */
const memoTypes = 'MGPW';
const chunkBytes = 1024 * 1024;
const maxHeader = 64 * 1024;

interface Field {
  name: string;
  type: string;
  at: number;
  length: number;
  isSystem: boolean;
  /** Its bit among the flags for null, where it can be null. */
  nullBit?: number;
}

interface Table {
  fields: Field[];
  records: number;
  headerBytes: number;
  recordBytes: number;
  isFoxPro: boolean;
  decode(bytes: Buffer): string;
}

const broken = (detail: string): JobFailure => new JobFailure('unreadable_input', `dbf: ${detail}`);

/** Makes the decoder of texts: by the table's mark, else UTF-8 where it is that, else the usual one of Windows. */
function makeDecoder(mark: number): Table['decode'] {
  const named = encodings[mark];
  if (named) return bytes => iconv.decode(bytes, named);
  const strict = new TextDecoder('utf-8', { fatal: true });
  const usual = new TextDecoder('windows-1252');
  return bytes => {
    try {
      return strict.decode(bytes);
    } catch {
      return usual.decode(bytes);
    }
  };
}

function readFields(head: Buffer, decode: Table['decode']): Field[] {
  const fields: Field[] = [];
  let place = 1;
  let bit = 0;
  for (let at = 32; at + 32 <= head.length && head[at] !== 0x0d; at += 32) {
    const [name = ''] = decode(head.subarray(at, at + 11)).split('\0');
    const type = String.fromCharCode(head[at + 11]!).toUpperCase();
    const length = type === 'C' ? head.readUInt16LE(at + 16) : head[at + 16]!;
    const flags = head[at + 18]!;
    const isNullable = (flags & 2) !== 0;
    fields.push({
      ...{ name: name.trim(), type, at: place, length, isSystem: (flags & 1) !== 0 || type === '0' },
      ...(isNullable && { nullBit: bit }),
    });
    if (isNullable) bit += 1;
    place += length;
  }
  return fields;
}

function readTable(head: Buffer): Table {
  if (head.length < 33) throw broken('too short');
  const kind = head[0]!;
  if (unknownKinds.has(kind)) throw new JobFailure('unsupported_content', 'dbf: a table of dBase 7');
  const headerBytes = head.readUInt16LE(8);
  const recordBytes = head.readUInt16LE(10);
  const decode = makeDecoder(head[29]!);
  const fields = readFields(head.subarray(0, headerBytes), decode);
  const last = fields.at(-1);
  if (!last || recordBytes < 1 || last.at + last.length > recordBytes) throw broken('fields beyond records');
  return {
    ...{ fields, headerBytes, recordBytes, decode },
    records: head.readUInt32LE(4),
    isFoxPro: foxPro.has(kind),
  };
}

const formatDate = (text: string): string => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
/** The day of 1 January 1970 among those that Visual FoxPro counts. */
const firstDay = 2_440_588;

function readValue({ type }: Field, bytes: Buffer, { decode, isFoxPro }: Table): Value {
  const readText = () => bytes.toString('latin1').replaceAll('\0', ' ').trim();
  switch (type) {
    case 'C':
    case 'V':
      return decode(bytes).replace(/[\0 ]+$/, '');
    case 'N':
    case 'F': {
      const digits = readText()
        .replace(/^\+/, '')
        .replace(/^(-?)\./, '$10.')
        .replace(/\.$/, '');
      return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(digits) ? readNumber(digits) : null;
    }
    case 'L':
      return /^[ty]$/i.test(readText()) ? true : /^[fn]$/i.test(readText()) ? false : null;
    case 'D':
      return /^\d{8}$/.test(readText()) && !/^0+$/.test(readText())
        ? new Moment('date', formatDate(readText()))
        : null;
    case 'T': {
      const day = bytes.readInt32LE(0);
      if (day === 0) return null;
      const time = new Date((day - firstDay) * 86_400_000 + bytes.readInt32LE(4));
      return new Moment('datetime', time.toISOString().replace(/(\.000)?Z$/, ''));
    }
    case 'I':
      return bytes.readInt32LE(0);
    case 'Y': {
      const amount = bytes.readBigInt64LE(0);
      const digits = String(amount < 0n ? -amount : amount).padStart(5, '0');
      return readNumber(`${amount < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`);
    }
    case 'B':
      return isFoxPro ? bytes.readDoubleLE(0) : null;
    case 'O':
      return bytes.readDoubleLE(0);
    default:
      return null;
  }
}

const minLengths: Partial<Record<string, number>> = { T: 8, I: 4, Y: 8, O: 8 };

async function* readRecords(path: string, table: Table): AsyncGenerator<Value> {
  const { fields, headerBytes, recordBytes } = table;
  const flags = fields.find(({ type }) => type === '0');
  const shown = fields.filter(({ isSystem }) => !isSystem);
  const isNull = (record: Buffer, { nullBit }: Field) =>
    flags !== undefined &&
    nullBit !== undefined &&
    ((record[flags.at + (nullBit >> 3)] ?? 0) >> (nullBit & 7)) % 2 === 1;
  const chunk = Buffer.alloc(Math.max(1, Math.floor(chunkBytes / recordBytes)) * recordBytes);
  await using file = await open(path);
  for (let done = 0; done < table.records; ) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, headerBytes + done * recordBytes);
    const whole = Math.min(Math.floor(bytesRead / recordBytes), table.records - done);
    if (whole === 0) throw broken(`ends after ${done} of ${table.records} records`);
    for (let index = 0; index < whole; index++) {
      const record = chunk.subarray(index * recordBytes, (index + 1) * recordBytes);
      // A deleted record stays in the file until the table is packed.
      if (record[0] === 0x2a) continue;
      yield new Map(
        shown.map(field => {
          const bytes = record.subarray(field.at, field.at + field.length);
          return [field.name, isNull(record, field) ? null : readValue(field, bytes, table)];
        }),
      );
    }
    done += whole;
  }
}

/** Reads a table of dBase III to V, FoxPro or Visual FoxPro. Memos are in another file and are left out. */
export async function readDbf(path: string): Promise<Source> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeader), 0, maxHeader, 0);
  const table = readTable(buffer.subarray(0, bytesRead));
  for (const { type, length, isSystem } of table.fields)
    if (!isSystem && length < (type === 'B' && table.isFoxPro ? 8 : (minLengths[type] ?? 0)))
      throw broken(`a field of type ${type} and ${length} bytes`);
  const shown = table.fields.filter(({ isSystem }) => !isSystem);
  return {
    kind: 'records',
    records: () => readRecords(path, table),
    header: async () => shown.map(({ name }) => name),
    ...(shown.some(({ type }) => memoTypes.includes(type)) && { warnings: ['memos_missing' as const] }),
  };
}
