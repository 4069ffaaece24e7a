import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { MissingFile, type Storage, StoreUnavailable } from '../../../storage/storage.ts';
import { describeContent, isInRow } from './store.ts';

/** Makes files that are kept in rows readable like stored ones. Such a file is only written, replaced and removed together with its row. */
export function withRows(storage: Storage, db: Database, rowBytes: number): Storage {
  async function find(key: string): Promise<Buffer | undefined> {
    const { rows } = await sql<{ content: Buffer }>`
      select content from artifacts where storage_key = ${key} and content is not null`
      .execute(db)
      .catch(error => {
        throw new StoreUnavailable('reading a small file', error);
      });
    return rows[0]?.content;
  }
  async function read(key: string): Promise<Buffer> {
    const content = await find(key);
    if (!content) throw new MissingFile(key);
    return content;
  }
  return {
    ...storage,
    rowBytes,
    async read(key, range) {
      if (!isInRow(key)) return storage.read(key, range);
      const content = await read(key);
      return range ? content.subarray(range.start, range.end + 1) : content;
    },
    async copyTo(key, path) {
      if (!isInRow(key)) return storage.copyTo(key, path);
      const content = await read(key);
      await writeFile(path, content);
      return describeContent(content);
    },
    lendTo: async (key, path) => !isInRow(key) && storage.lendTo(key, path),
    size: async key => (isInRow(key) ? (await find(key))?.length : storage.size(key)),
    digest: async key => (isInRow(key) ? describeContent(await read(key)) : storage.digest(key)),
    async remove(key) {
      if (!isInRow(key)) await storage.remove(key);
    },
  };
}
