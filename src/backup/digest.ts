import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BackedUpFile, BackupError } from './manifest.ts';

/** Counts and hashes what passes. */
class Digest {
  readonly #hash = createHash('sha256');
  bytes = 0;

  pass = async function* (this: Digest, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of source) {
      this.bytes += chunk.length;
      this.#hash.update(chunk);
      yield chunk;
    }
  }.bind(this);

  describe(path: string): BackedUpFile {
    return { path, bytes: this.bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Writes a stream into the backup and says what was written. Rows compress well, stored files do not. */
export async function writeBackupFile(
  folder: string,
  path: string,
  source: Readable | Uint8Array,
  { compress = false } = {},
): Promise<BackedUpFile> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const digest = new Digest();
  const writer = createWriteStream(target, { mode: 0o600, flush: true });
  const input = source instanceof Uint8Array ? Readable.from([source]) : source;
  if (compress) await pipeline(input, createGzip({ level: 1 }), digest.pass, writer);
  else await pipeline(input, digest.pass, writer);
  return digest.describe(path);
}

const makeDamagedError = (path: string, why: string): BackupError =>
  new BackupError(
    `The backup is damaged: ${path} ${why}. Nothing was restored; use another backup or copy this one again.`,
  );

/** Opens a file of the backup; rejects with a `BackupError` where it is not there. */
export async function* readBackupFile(folder: string, path: string): AsyncIterable<Uint8Array> {
  try {
    yield* createReadStream(join(folder, path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw makeDamagedError(path, 'is missing');
    throw error;
  }
}

/** Throws a `BackupError` unless what was read of a file is what was written. */
export function requireSame(
  { path, bytes, sha256 }: BackedUpFile,
  read: { size: number; sha256: string },
): void {
  if (read.size !== bytes) throw makeDamagedError(path, `has ${read.size} bytes instead of ${bytes}`);
  if (read.sha256 !== sha256) throw makeDamagedError(path, 'was changed: its checksum differs');
}

/** Reads a file of the backup to its end and says what is in it. */
export async function describeFile(folder: string, path: string): Promise<BackedUpFile> {
  const digest = new Digest();
  for await (const _ of digest.pass(readBackupFile(folder, path)));
  return digest.describe(path);
}

/** Reads a file of the backup to its end and compares it with what was written. */
export async function verifyFile(folder: string, file: BackedUpFile): Promise<void> {
  const { bytes: size, sha256 } = await describeFile(folder, file.path);
  requireSame(file, { size, sha256 });
}
