import { join } from 'node:path';
import { CompoundFile } from '../../../containers/compound-file.ts';

/** Records of a sheet's stream, each after its kind and its length in two bytes. */
const kinds = {
  formula: 0x0006,
  encryption: 0x002f,
  /** The record of a sheet that was saved without having been calculated. */
  pending: 0x005e,
  sheet: 0x0085,
  /** An index of rows, which a reader of all rows does not need: it fills the remaining space. */
  filler: 0x00d7,
  blank: 0x0201,
  number: 0x0203,
  label: 0x0204,
  truth: 0x0205,
  string: 0x0207,
  array: 0x0221,
  table: 0x0236,
  shared: 0x04bc,
};
/** Records of formulas that several cells share; they stand after the first of the cells. */
const shares: readonly number[] = [kinds.array, kinds.table, kinds.shared];

const headerBytes = 4;
/** The bytes of row, column and format. */
const placeBytes = 6;
const numberBytes = placeBytes + 8;
const expression = 22;
const maxBytes = 64 * 1024 * 1024;

interface Calculated {
  start: number;
  end: number;
  /** The end of the records that belong to the cell, and the text result among them. */
  next: number;
  text?: { start: number; end: number };
  result: 'number' | 'text' | 'truth' | 'nothing';
  /** True if the formula is marked to be calculated on opening, as in files of programs that calculate nothing. */
  isUnknown: boolean;
  /** True if the formula is shared and stands elsewhere. */
  isShared: boolean;
  isLink: boolean;
}

/** Tells whether a formula is a call of HYPERLINK, with any number of arguments. */
export function isLink(code: Buffer): boolean {
  for (let at = code.indexOf('6701', 2, 'hex'); at >= 0; at = code.indexOf('6701', at + 1, 'hex'))
    if ([0x22, 0x42, 0x62].includes(code.readUInt8(at - 2))) return true;
  return false;
}

function readFormulaAt(stream: Buffer, start: number, end: number): Calculated {
  const body = start + headerBytes;
  const isNumber = stream.readUInt16LE(body + 12) !== 0xffff;
  const result = isNumber ? 'number' : (['text', 'truth', 'truth'] as const)[stream.readUInt8(body + 6)];
  const code = stream.subarray(body + expression, end);
  const asked = (stream.readUInt16LE(body + 14) & 2) !== 0;
  const found: Calculated = {
    start,
    end,
    next: end,
    result: result ?? 'nothing',
    isUnknown: asked && isNumber && stream.readDoubleLE(body + 6) === 0,
    isShared: code[0] === 1 || code[0] === 2,
    isLink: isLink(code),
  };
  for (let at = end; at + headerBytes <= stream.length; ) {
    const kind = stream.readUInt16LE(at);
    const after = at + headerBytes + stream.readUInt16LE(at + 2);
    if (after > stream.length || (kind !== kinds.string && !shares.includes(kind))) break;
    if (kind === kinds.string) found.text = { start: at, end: after };
    found.next = after;
    if (found.text) break;
    at = after;
  }
  return found;
}

/** Finds every formula of a workbook; undefined if the workbook is encrypted, broken or not calculated. */
function findFormulas(stream: Buffer): Calculated[] | undefined {
  const found: Calculated[] = [];
  for (let at = 0; at + headerBytes <= stream.length; ) {
    const kind = stream.readUInt16LE(at);
    const end = at + headerBytes + stream.readUInt16LE(at + 2);
    if (kind === kinds.encryption || kind === kinds.pending || end > stream.length) return undefined;
    if (kind === kinds.formula && end - at >= headerBytes + expression)
      found.push(readFormulaAt(stream, at, end));
    at = end;
  }
  return found;
}

function writeHead(stream: Buffer, at: number, kind: number, end: number): void {
  stream.writeUInt16LE(kind, at);
  stream.writeUInt16LE(end - at - headerBytes, at + 2);
}

/** Replaces the formula by its value, and fills the remaining space. */
function replace(stream: Buffer, { start, end, next, text, result }: Calculated): void {
  const body = start + headerBytes;
  if (result === 'text' && text) {
    const place = Buffer.from(stream.subarray(body, body + placeBytes));
    // The text already stands where that of a label does, so the cell's place is written before it.
    const label = text.start - placeBytes;
    writeHead(stream, start, kinds.filler, label);
    writeHead(stream, label, kinds.label, text.end);
    place.copy(stream, label + headerBytes);
    return;
  }
  for (let at = end; at < next; at += headerBytes + stream.readUInt16LE(at + 2))
    stream.writeUInt16LE(kinds.filler, at);
  let used = body + numberBytes;
  if (result === 'number') writeHead(stream, start, kinds.number, used);
  else if (result === 'truth') {
    const [isError, value] = [stream[body + 6] === 2, stream.readUInt8(body + 8)];
    used = body + placeBytes + 2;
    writeHead(stream, start, kinds.truth, used);
    stream[body + 6] = value;
    stream[body + 7] = Number(isError);
  } else {
    used = body + placeBytes;
    writeHead(stream, start, kinds.blank, used);
  }
  writeHead(stream, used, kinds.filler, end);
}

/**
 * Replaces formulas in a workbook's stream by their last values; returns the same stream where none can be relied on.
 */
export function replaceStreamFormulas(stream: Buffer): Buffer {
  const all = findFormulas(stream) ?? [];
  const isKnown = ({ isUnknown, result, start }: Calculated): boolean =>
    !isUnknown &&
    result !== 'nothing' &&
    !(result === 'number' && stream.readDoubleLE(start + headerBytes + 6) === 0);
  // Programs that cannot calculate store zeros and empty texts.
  if (!all.some(isKnown)) return stream;
  const kept = all.filter(
    ({ isUnknown, isLink, result, text }) => isUnknown || isLink || (result === 'text' && !text),
  );
  if (kept.some(({ isShared }) => isShared)) return stream;
  const copy = Buffer.from(stream);
  const staying = new Set(kept);
  for (const each of all) if (!staying.has(each)) replace(copy, each);
  return copy;
}

const chart = 2;

/** Hides sheets that are nothing but a chart: LibreOffice makes empty tables of them. */
export function hideChartSheets(stream: Buffer): Buffer {
  let copy = stream;
  for (let at = 0; at + headerBytes + placeBytes <= stream.length; ) {
    const kind = stream.readUInt16LE(at);
    if (kind === kinds.encryption) return stream;
    if (kind === kinds.sheet && stream[at + headerBytes + 5] === chart) {
      if (copy === stream) copy = Buffer.from(stream);
      copy[at + headerBytes + 4] = 1;
    }
    at += headerBytes + stream.readUInt16LE(at + 2);
  }
  return copy;
}

/**
 * Replaces formulas by their last values: LibreOffice recalculates texts, errors and volatile functions, and knows no
 * functions of macros.
 */
export async function replaceXlsFormulas(path: string, isPage: boolean, dir: string): Promise<string> {
  // A broken file is left for LibreOffice to repair.
  await using file = await CompoundFile.open(path).catch(() => undefined);
  const name = ['Workbook', 'Book'].find(each => file?.has(each));
  if (!file || !name || file.getSize(name) > maxBytes) return path;
  const stream = await file.read(name).catch(() => Buffer.alloc(0));
  const calculated = replaceStreamFormulas(stream);
  const valued = isPage ? calculated : hideChartSheets(calculated);
  if (valued === stream) return path;
  const copy = join(dir, 'valued');
  await file.copyWithStream(path, copy, name, valued);
  return copy;
}
