import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Connection } from '../db/database.ts';
import type { Storage } from '../storage/storage.ts';
import { describeFile, verifyFile, writeBackupFile } from './digest.ts';
import { dumpDatabase } from './dump.ts';
import { type CopiedFiles, copyFiles, verifyFiles } from './files.ts';
import { BackupError, fingerprintKey, type Manifest, readManifest, writeManifest } from './manifest.ts';

/** Receives the progress: a share from 0 to 1, and what is being done. */
export type OnProgress = (share: number, text: string) => void;

export interface Installation {
  connection: Connection;
  storage: Storage;
  secretKey: string;
  /** Whether the key lies in the data folder and belongs into the backup. */
  isKeyKept: boolean;
}

export interface BackupSettings {
  folder: string;
  version: string;
  now: Date;
  withFiles: boolean;
  onProgress: OnProgress;
}

export interface BackupReport {
  rows: number;
  files: number;
  bytes: number;
  /** Files that were deleted while the backup was made. */
  deleted: number;
  /** Keys of files that the database still names, and that are missing or not what was stored. */
  damaged: string[];
}

const named = 'named-files.tsv';
export const fileList = 'files.jsonl';
/** The share of the progress that the database takes. */
const databaseShare = 0.2;

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupError(
      `${folder} is not empty. Name a folder that is new or empty: each backup has its own.`,
    );
}

/** Opens a connection without a time limit for statements. */
export async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'filemill backup' });
  await client.connect();
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC'`,
  );
  return client;
}

/** Lists those of the keys that the database names now: a file that is gone should be there. */
async function listStillNamed(client: pg.Client, keys: string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    'select storage_key as key from artifacts where storage_key = any ($1)',
    [keys],
  );
  return rows.map(({ key }) => key);
}

/**
 * Backs up an installation that may be at work. All rows are those of one instant; the files they name are copied afterwards,
 * which is safe because a stored file never changes and is written before its row.
 */
export async function makeBackup(
  { connection, storage, secretKey, isKeyKept }: Installation,
  { folder, version, now, withFiles, onProgress }: BackupSettings,
): Promise<BackupReport> {
  await makeEmptyFolder(folder);
  const client = await connect(connection);
  try {
    const database = await dumpDatabase(client, folder, {
      listFile: named,
      onTable: (name, index, count) => onProgress((databaseShare * index) / count, `table ${name}`),
    });
    const total = database.tables.find(({ name }) => name === 'artifacts')?.rows ?? 0;
    const onFile = ({ count, gone }: CopiedFiles) =>
      onProgress(
        databaseShare + (1 - databaseShare) * Math.min(1, (count + gone.length) / total),
        `file ${count}`,
      );
    const copied = withFiles ? await copyFiles(storage, folder, named, fileList, onFile) : undefined;
    await rm(join(folder, named));
    const key = isKeyKept
      ? await writeBackupFile(folder, 'secret.key', Buffer.from(`${secretKey}\n`))
      : undefined;
    await writeManifest(folder, {
      version,
      createdAt: now.toISOString(),
      ...database,
      ...(copied && {
        files: { list: await describeFile(folder, fileList), count: copied.count, bytes: copied.bytes },
      }),
      secretKeyFingerprint: fingerprintKey(secretKey),
      ...(key && { secretKey: key }),
    });
    const missing = copied ? await listStillNamed(client, copied.gone) : [];
    return {
      rows: database.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: copied?.count ?? 0,
      bytes: copied?.bytes ?? 0,
      deleted: (copied?.gone.length ?? 0) - missing.length,
      damaged: [...missing, ...(copied?.damaged ?? [])].sort(),
    };
  } finally {
    await client.end();
  }
}

/** Reads a whole backup and compares it with its checksums. Throws a `BackupError` that names what differs. */
export async function verifyBackup(folder: string, onProgress: OnProgress): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { tables, files, secretKey } = manifest;
  for (const [index, table] of tables.entries()) {
    onProgress((databaseShare * index) / tables.length, `checking table ${table.name}`);
    await verifyFile(folder, table);
  }
  if (secretKey) await verifyFile(folder, secretKey);
  if (!files) return manifest;
  await verifyFile(folder, files.list);
  let done = 0;
  await verifyFiles(folder, fileList, () => {
    done += 1;
    onProgress(
      databaseShare + (1 - databaseShare) * (done / files.count),
      `checking file ${done} of ${files.count}`,
    );
  });
  return manifest;
}
