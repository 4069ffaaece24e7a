import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { JobFailure } from '../contract/failure.ts';
import { EntityWatch } from '../markup/entity-watch.ts';
import { CompoundFile } from './compound-file.ts';

/** Bounds on what an office file or book may unpack to, checked by unpacking it before any engine sees it. */
export interface ZipLimits {
  entries: number;
  bytes: number;
  /** The most that unpacked size may be of packed size, once the whole is large. */
  ratio: number;
}
export const officeLimits: ZipLimits = { entries: 20_000, bytes: 1_500_000_000, ratio: 150 };
const ratioFrom = 50_000_000;

interface Entry {
  name: string;
  method: number;
  packed: number;
  offset: number;
}

const unreadableZip = (detail: string) => new JobFailure('unreadable_input', detail);

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw unreadableZip('zip: cut off');
  return buffer;
}

async function readDirectory(file: FileHandle, size: number, limits: ZipLimits): Promise<Entry[]> {
  const tail = await readBytes(file, Math.max(0, size - 66_000), Math.min(size, 66_000));
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > tail.length) throw unreadableZip('zip: no directory');
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  const count = tail.readUInt16LE(end + 10);
  if (count === 0xffff || start === 0xffffffff || count > limits.entries || length > 64_000_000) {
    throw new JobFailure('limit_exceeded', `zip: ${count} entries, directory of ${length} bytes`);
  }
  if (start + length > size) throw unreadableZip('zip: directory outside the file');
  const directory = await readBytes(file, start, length);
  const entries: Entry[] = [];
  for (let at = 0; at + 46 <= length && entries.length < count; ) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw unreadableZip('zip: broken directory');
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    const [method, packed, offset] = [
      directory.readUInt16LE(at + 10),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ];
    entries.push({ name, method, packed, offset });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function* unpackEntry(file: FileHandle, path: string, entry: Entry): AsyncGenerator<Buffer> {
  const head = await readBytes(file, entry.offset, 30);
  if (head.readUInt32LE(0) !== 0x04034b50) throw unreadableZip(`zip: no entry at ${entry.name}`);
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (entry.packed === 0) return;
  const raw = createReadStream(path, { start, end: start + entry.packed - 1, highWaterMark: 1 << 18 });
  if (entry.method === 0) yield* raw;
  else if (entry.method === 8) {
    const inflate = raw.pipe(createInflateRaw());
    raw.on('error', error => inflate.destroy(error));
    yield* inflate;
  } else throw unreadableZip(`zip: compression ${entry.method}`);
}

/** Throws unless the file is a whole zip within the limits, whose XML declares no entities. */
export async function checkZip(path: string, limits: ZipLimits = officeLimits): Promise<string[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size < 22) throw unreadableZip('zip: too short');
    const entries = await readDirectory(file, size, limits);
    let total = 0;
    for (const entry of entries) {
      const watch = new EntityWatch(entry.name);
      for await (const chunk of unpackEntry(file, path, entry)) {
        total += chunk.length;
        if (total > limits.bytes || (total > ratioFrom && total > size * limits.ratio)) {
          throw new JobFailure('limit_exceeded', `zip: unpacks to more than ${total} bytes from ${size}`);
        }
        watch.see(chunk);
      }
      watch.look();
    }
    return entries.map(entry => entry.name);
  } catch (error) {
    if (error instanceof JobFailure) throw error;
    throw unreadableZip(`zip: ${(error as Error).message}`);
  } finally {
    await file.close();
  }
}

/** Tells whether a file that should be a zip is the envelope that Office puts around an encrypted one. */
export async function isEncryptedOffice(path: string): Promise<boolean> {
  await using file = await CompoundFile.open(path);
  return file?.has('EncryptedPackage') ?? false;
}

/** Opens one entry of a zip that `checkZip` has passed, and yields its bytes as they unpack. */
export async function openEntry(path: string, name: string): Promise<AsyncIterable<Buffer> | undefined> {
  const file = await open(path);
  const entries = await readDirectory(file, (await file.stat()).size, officeLimits).finally(() =>
    file.close(),
  );
  const entry = entries.find(found => found.name === name);
  if (!entry) return undefined;
  return (async function* () {
    const again = await open(path);
    try {
      yield* unpackEntry(again, path, entry);
    } finally {
      await again.close();
    }
  })();
}

/** Tells whether an OpenDocument file has a password: its manifest then says how each part was encrypted. */
export async function isEncryptedOpenDocument(path: string): Promise<boolean> {
  let manifest = '';
  for await (const chunk of (await openEntry(path, 'META-INF/manifest.xml')) ?? []) {
    manifest += chunk.toString('latin1');
    if (manifest.includes(':encryption-data')) return true;
  }
  return false;
}
