import { JobFailure } from '../../../contract/failure.ts';
import { readPart, repackZip } from '../repack.ts';
import { isLink } from './xls.ts';

const sheetRecord = 156;
const maxBytes = 10_000_000;

/** Reads a number of seven bits a byte, lowest first, and finds where it ends. */
function readNumberAt(bytes: Buffer, at: number, most: number): [value: number, next: number] {
  let value = 0;
  for (let index = 0; index < most; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) break;
    value |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) return [value, at + index + 1];
  }
  throw new JobFailure('unreadable_input', 'xlsb: a broken record of the workbook');
}

interface BinaryRecord {
  /** The places of the record, of its size and of its bytes. */
  at: number;
  afterKind: number;
  body: number;
  kind: number;
  size: number;
  record: Buffer;
}

function* walkRecords(bytes: Buffer): Generator<BinaryRecord> {
  for (let at = 0; at < bytes.length; ) {
    const [kind, afterKind] = readNumberAt(bytes, at, 2);
    const [size, body] = readNumberAt(bytes, afterKind, 4);
    yield { at, afterKind, body, kind, size, record: bytes.subarray(body, body + size) };
    at = body + size;
  }
}

/** Tells whether two texts, each after its length, take up the rest of a sheet's record. */
function hasNamesToEnd(record: Buffer, from: number): boolean {
  let at = from;
  for (let text = 0; text < 2; text++) {
    if (at + 4 > record.length) return false;
    at += 4 + 2 * record.readUInt32LE(at);
  }
  return at === record.length;
}

/**
 * Removes the four extra bytes that a beta of Excel 2007 has in each entry of the workbook's list of sheets; returns
 * the same bytes if there are none.
 */
export function removeBetaBytes(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let copied = 0;
  for (const { kind, afterKind, size, body, record } of walkRecords(bytes)) {
    if (kind !== sheetRecord || hasNamesToEnd(record, 8)) continue;
    if (!hasNamesToEnd(record, 12) || size > 0x7f)
      throw new JobFailure('unreadable_input', 'xlsb: a sheet without a name');
    pieces.push(bytes.subarray(copied, afterKind), Buffer.of(size - 4), record.subarray(0, 4));
    copied = body + 8;
  }
  return copied ? Buffer.concat([...pieces, bytes.subarray(copied)]) : bytes;
}

/** Kinds of records: formulas with a text, a number, a boolean and an error, and cells with the same values. */
const valueKinds = new Map([
  [8, 6],
  [9, 5],
  [10, 4],
  [11, 3],
]);
/** Records of formulas that several cells share: array, shared, table. */
const shares = new Set([426, 427, 428]);
/** The bytes of column and format, before the value. */
const placeBytes = 8;

/** Counts the bytes of a formula's value. */
function countValueBytes(record: Buffer, kind: number): number {
  if (kind === 9) return 8;
  return kind === 8 ? 4 + 2 * record.readUInt32LE(placeBytes) : 1;
}

function head(kind: number, size: number): Buffer {
  const bytes = [kind];
  for (let left = size; ; left >>>= 7) {
    bytes.push(left > 0x7f ? (left & 0x7f) | 0x80 : left);
    if (left <= 0x7f) return Buffer.from(bytes);
  }
}

/** Replaces formulas of a sheet, except links, by their last values; returns the same bytes if there are none. */
export function replaceSheetFormulas(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let copied = 0;
  for (const { at, kind, size, body, record } of walkRecords(bytes)) {
    const end = body + size;
    const cell = valueKinds.get(kind);
    if (shares.has(kind)) {
      pieces.push(bytes.subarray(copied, at));
      copied = end;
    } else if (cell !== undefined && size >= placeBytes + 4) {
      const length = placeBytes + countValueBytes(record, kind);
      if (length > size) throw new JobFailure('unreadable_input', 'xlsb: a value longer than its record');
      if (!isLink(record.subarray(length))) {
        pieces.push(bytes.subarray(copied, at), head(cell, length), record.subarray(0, length));
        copied = end;
      }
    }
  }
  return copied ? Buffer.concat([...pieces, bytes.subarray(copied)]) : bytes;
}

const maxSheetBytes = 64 * 1024 * 1024;

/**
 * Makes a workbook readable for LibreOffice, which finds no sheets in one of that beta and does not say so. Where
 * values are asked for, formulas are replaced by their last values: LibreOffice recalculates volatile functions and
 * knows no functions of macros.
 */
export async function makeXlsbReadable(
  path: string,
  entries: string[],
  values: boolean,
  dir: string,
): Promise<string> {
  const changed = new Map<string, Buffer>();
  const name = entries.find(entry => entry.toLowerCase() === 'xl/workbook.bin');
  const bytes = name && (await readPart(path, name, maxBytes));
  if (bytes) {
    const released = removeBetaBytes(bytes);
    if (released !== bytes) changed.set(name, released);
  }
  let left = maxSheetBytes;
  for (const entry of values ? entries : []) {
    if (!/^xl\/worksheets\/[^/]+\.bin$/i.test(entry)) continue;
    const sheet = await readPart(path, entry, left);
    if (!sheet) break;
    left -= sheet.length;
    const valued = replaceSheetFormulas(sheet);
    if (valued !== sheet) changed.set(entry, valued);
  }
  return changed.size ? repackZip(path, entries, changed, dir) : path;
}
