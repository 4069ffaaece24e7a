import { JobFailure } from '../../contract/failure.ts';
import { partOf, repacked } from './repack.ts';

const sheetRecord = 156;
const mostBytes = 10_000_000;

/** A number of seven bits a byte, lowest first, and where it ends. */
function numberAt(bytes: Buffer, at: number, most: number): [value: number, next: number] {
  let value = 0;
  for (let index = 0; index < most; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) break;
    value |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) return [value, at + index + 1];
  }
  throw new JobFailure('unreadable_input', 'xlsb: a broken record of the workbook');
}

/** Whether two texts, each after its length, take up all that is left of a sheet's record. */
function namesFill(record: Buffer, from: number): boolean {
  let at = from;
  for (let text = 0; text < 2; text++) {
    if (at + 4 > record.length) return false;
    at += 4 + 2 * record.readUInt32LE(at);
  }
  return at === record.length;
}

/** The workbook's list of sheets without the four bytes more that a beta of Excel 2007 has in each; the same where there are none. */
export function sheetsAsReleased(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let copied = 0;
  for (let at = 0; at < bytes.length; ) {
    const [kind, afterKind] = numberAt(bytes, at, 2);
    const [size, body] = numberAt(bytes, afterKind, 4);
    const end = body + size;
    if (kind === sheetRecord) {
      const record = bytes.subarray(body, end);
      if (!namesFill(record, 8)) {
        if (!namesFill(record, 12) || size > 0x7f)
          throw new JobFailure('unreadable_input', 'xlsb: a sheet without a name');
        pieces.push(bytes.subarray(copied, afterKind), Buffer.of(size - 4), record.subarray(0, 4));
        copied = body + 8;
      }
    }
    at = end;
  }
  return copied ? Buffer.concat([...pieces, bytes.subarray(copied)]) : bytes;
}

/** LibreOffice finds no sheets in a workbook of that beta, and says nothing of it. */
export async function withReleasedSheets(path: string, entries: string[], dir: string): Promise<string> {
  const name = entries.find(entry => entry.toLowerCase() === 'xl/workbook.bin');
  const bytes = name && (await partOf(path, name, mostBytes));
  if (!bytes) return path;
  const released = sheetsAsReleased(bytes);
  return released === bytes ? path : repacked(path, entries, new Map([[name, released]]), dir);
}
