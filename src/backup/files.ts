import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { isTemporary } from '../storage/keys.ts';
import { MissingFile, type Storage } from '../storage/storage.ts';
import { readBackupFile, requireSame, verifyFile, writeBackupFile } from './digest.ts';
import type { BackedUpFile } from './manifest.ts';

/** A stored file in a backup's list. One without a digest was gone when it was to be copied. */
export interface ListedFile {
  key: string;
  bytes: number;
  sha256?: string;
}

/** Files that are copied at once. */
const filesAtOnce = 4;

/**
 * Returns the path of a stored file in the backup. It has subfolders, because a folder of millions would be
 * slow.
 */
const placeFile = (key: string): string =>
  `files/${createHash('sha256').update(key).digest('hex').slice(0, 2)}/${key.replaceAll('/', '~')}`;

/** Reads a list of lines, so that millions of files take no memory. */
const readLines = (path: string) => createInterface({ input: createReadStream(path) });

/** Runs `work` on every item, a few at a time. The first failure ends it. */
async function forEach<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const item of items) {
    const done: Promise<void> = work(item).finally(() => running.delete(done));
    running.add(done);
    if (running.size >= filesAtOnce) await Promise.race(running);
  }
  await Promise.all(running);
}

export interface CopiedFiles {
  count: number;
  bytes: number;
  /** Keys of files that were not there. */
  gone: string[];
  /** Keys of files whose bytes are not those that were stored. They are in the backup as they are. */
  damaged: string[];
}

/** Copies the files that the database names, and lists them in `listFile`. One that was deleted meanwhile is listed without bytes. */
export async function copyFiles(
  storage: Storage,
  folder: string,
  named: string,
  listFile: string,
  onFile: (done: CopiedFiles) => void,
): Promise<CopiedFiles> {
  const done: CopiedFiles = { count: 0, bytes: 0, gone: [], damaged: [] };
  const list = createWriteStream(join(folder, listFile), { mode: 0o600, flush: true });
  await forEach(readLines(join(folder, named)), async line => {
    const [key = '', size, sha256] = line.split('\t');
    let listed: ListedFile = { key, bytes: Number(size) };
    try {
      const copy = await writeBackupFile(folder, placeFile(key), await storage.read(key));
      listed = { key, bytes: copy.bytes, sha256: copy.sha256 };
      if (copy.bytes !== Number(size) || (sha256 !== '\\N' && copy.sha256 !== sha256)) done.damaged.push(key);
      done.count += 1;
      done.bytes += copy.bytes;
    } catch (error) {
      if (!(error instanceof MissingFile)) throw error;
      done.gone.push(key);
    }
    list.write(`${JSON.stringify(listed)}\n`);
    onFile(done);
  });
  list.end();
  await finished(list);
  return done;
}

async function* readList(folder: string, listFile: string): AsyncIterable<ListedFile> {
  for await (const line of readLines(join(folder, listFile))) yield JSON.parse(line) as ListedFile;
}

const describe = ({ key, bytes, sha256 = '' }: ListedFile): BackedUpFile => ({
  path: placeFile(key),
  bytes,
  sha256,
});

/** Lists the keys in a backup that have no bytes there. */
export async function listGone(folder: string, listFile: string): Promise<string[]> {
  const gone: string[] = [];
  for await (const { key, sha256 } of readList(folder, listFile)) if (sha256 === undefined) gone.push(key);
  return gone;
}

async function* readPresent(folder: string, listFile: string): AsyncIterable<ListedFile> {
  for await (const file of readList(folder, listFile)) if (file.sha256 !== undefined) yield file;
}

/** Puts the backup's files into the storage and checks each on its way. */
export async function restoreFiles(
  storage: Storage,
  folder: string,
  listFile: string,
  onFile: () => void,
): Promise<void> {
  await forEach(readPresent(folder, listFile), async file => {
    const described = describe(file);
    const stored = await storage.write(file.key, readBackupFile(folder, described.path));
    requireSame(described, stored);
    onFile();
  });
}

/** Reads all files of the backup and compares them with what was written. */
export async function verifyFiles(folder: string, listFile: string, onFile: () => void): Promise<void> {
  await forEach(readPresent(folder, listFile), async file => {
    await verifyFile(folder, describe(file));
    onFile();
  });
}

/** Finds a file in the storage that is none of the backup's. */
export async function findStranger(storage: Storage, folder: string): Promise<string | undefined> {
  for await (const { key } of storage.list())
    if (!isTemporary(key) && !existsSync(join(folder, placeFile(key)))) return key;
  return undefined;
}
