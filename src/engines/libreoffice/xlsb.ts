import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { JobFailure } from '../../contract/failure.ts';
import { openEntry } from '../archive.ts';
import { writeZip } from '../zip.ts';

const workbook = 'xl/workbook.bin';
const sheetRecord = 156;
const mostBytes = 100_000_000;

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
  const part = entries.find(name => name.toLowerCase() === workbook);
  const stream = part && (await openEntry(path, part));
  if (!stream) return path;
  const bytes = await buffer(Readable.from(stream));
  const released = sheetsAsReleased(bytes);
  if (released === bytes) return path;
  const files = [];
  let size = 0;
  for (const [index, name] of entries.entries()) {
    if (name.endsWith('/')) continue;
    const file = { name, path: join(dir, 'released', String(index)) };
    await mkdir(dirname(file.path), { recursive: true });
    await pipeline(
      Readable.from(name === part ? [released] : (await openEntry(path, name))!),
      createWriteStream(file.path),
    );
    size += (await stat(file.path)).size;
    if (size > mostBytes) throw new JobFailure('limit_exceeded', 'xlsb: too large to be put right');
    files.push(file);
  }
  const made = join(dir, 'released.xlsb');
  await writeZip(made, files);
  return made;
}
