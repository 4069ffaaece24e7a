import { open } from 'node:fs/promises';

/** A longer directory is not read: it has more entries than an archive may have, or hardly any that are real. */
const maxLength = 64_000_000;
const entrySignature = 0x02014b50;
const endOfZip64 = Buffer.from('PK\x06\x06', 'latin1');
const endOfZip = Buffer.from('PK\x05\x06', 'latin1');

/** Finds where the directory ends, and its length. It lies directly before its end record. */
function findDirectory(tail: Buffer): { end: number; length: number } | undefined {
  const end = tail.lastIndexOf(endOfZip);
  if (end < 0 || end + 22 > tail.length) return undefined;
  const length = tail.readUInt32LE(end + 12);
  const large = tail.lastIndexOf(endOfZip64, end);
  const isZip64 = large >= 0 && large + 56 <= end && large >= end - 200;
  return isZip64 ? { end: large, length: Number(tail.readBigUInt64LE(large + 40)) } : { end, length };
}

/**
 * Reads the names that the directory of a ZIP file lists, as they are; undefined if the file has no directory that
 * can be read. The headers before each file may have other names, which is damage or a trick.
 */
export async function readZipNames(path: string): Promise<Buffer[] | undefined> {
  await using file = await open(path);
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, 66_000));
  await file.read(tail, 0, tail.length, size - tail.length);
  const found = findDirectory(tail);
  const start = found ? size - tail.length + found.end - found.length : -1;
  if (!found || start < 0 || found.length > maxLength) return undefined;
  const directory = Buffer.alloc(found.length);
  await file.read(directory, 0, found.length, start);
  const names: Buffer[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === entrySignature; ) {
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    names.push(directory.subarray(at + 46, nameEnd));
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}
