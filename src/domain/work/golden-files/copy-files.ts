import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import { limits } from '../../../settings/limits.ts';
import { MissingFile, type Storage } from '../../../storage/storage.ts';
import { storeArriving } from '../../files/small-files/store.ts';
import { quotaExceeded } from '../../metering/usage/quota.ts';

export interface CopyContext {
  db: Database;
  storage: Storage;
}

type CopiedFile = Omit<OutputRow, 'content'> & { role: 'input' | 'output'; content?: string };

/** Reads a stored file chunk by chunk, whether the storage has it as a buffer or as a stream. */
export async function* readStored(storage: Storage, key: string): AsyncIterable<Uint8Array> {
  const stored = await storage.read(key);
  if (stored instanceof Uint8Array) yield stored;
  else yield* stored;
}

async function copyFile(
  storage: Storage,
  { content: _, ...file }: OutputRow,
  role: CopiedFile['role'],
  holderId: string,
): Promise<CopiedFile> {
  const key = `inputs/${holderId}/${role}-${file.index}/${randomUUID()}`;
  const kept = await storeArriving(storage, key, readStored(storage, file.storage_key)).catch(error => {
    throw error instanceof MissingFile ? new ApiError('artifact_not_found') : error;
  });
  return {
    ...file,
    id: newId('artifact'),
    role,
    size: kept.size,
    sha256: kept.sha256,
    storage_key: kept.storageKey,
    ...(kept.content && { content: kept.content.toString('base64') }),
  };
}

/** Refuses files that are too many or too large to be kept. */
function requireSmall(files: readonly OutputRow[]): void {
  if (files.length > limits.golden.files + 1)
    throw new ApiError('invalid_state', {
      message: `The result has more than ${limits.golden.files} files, the most that a golden file can have.`,
    });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > limits.golden.bytes)
    throw new ApiError('invalid_state', {
      message: `The files have ${bytes} bytes; a golden file can have at most ${limits.golden.bytes}.`,
    });
}

/**
 * Copies an input and its accepted outputs, and calls `save` in the transaction that keeps the copies. They are not bound to the
 * retention of the run that made them.
 */
export async function copyFiles(
  { db, storage }: CopyContext,
  workspaceId: string,
  input: OutputRow,
  outputs: readonly OutputRow[],
  save: (trx: Database, holderId: string) => Promise<void>,
): Promise<void> {
  requireSmall([input, ...outputs]);
  const holderId = newId('job');
  const files: CopiedFile[] = [];
  try {
    files.push(await copyFile(storage, { ...input, index: 0 }, 'input', holderId));
    for (const output of outputs) files.push(await copyFile(storage, output, 'output', holderId));
    await db.transaction().execute(async trx => {
      const { rows } = await sql<{ fits: boolean }>`
        select golden_file_hold(${workspaceId}, ${holderId}, ${JSON.stringify(files)}::jsonb) as fits`.execute(
        trx,
      );
      if (!firstRow(rows).fits) throw await quotaExceeded(db, workspaceId, 'storage_bytes');
      await save(trx as Database, holderId);
    });
  } catch (error) {
    await Promise.allSettled(files.map(file => storage.remove(file.storage_key)));
    throw error;
  }
}
