import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import type { Connection } from '../db/database.ts';
import { openPool } from '../db/database.ts';
import { migrate, readSchema } from '../db/migrate.ts';
import type { Storage } from '../storage/storage.ts';
import { connect, fileList, type OnProgress, verifyBackup } from './backup.ts';
import { findStranger, listGone, restoreFiles } from './files.ts';
import { loadDatabase } from './load.ts';
import { BackupError, fingerprintKey, type Manifest, readManifest } from './manifest.ts';

export interface RestoreTarget {
  connection: Connection;
  storage: Storage;
}

/** The key that is set as SECRET_KEY, or else the file that will hold the backup's. */
export type TargetKey = { given: string } | { file: string };

/** Refuses a backup of a newer version: this one does not know its tables. */
async function requireKnown({ migrations, version }: Manifest): Promise<void> {
  const known = new Set((await readSchema()).migrations.map(({ name }) => name));
  const unknown = migrations.filter(name => !known.has(name));
  if (unknown.length > 0)
    throw new BackupError(
      `This backup was made by a newer version of Filemill (${version}, with ${unknown.join(', ')}). Restore it with that version or a later one.`,
    );
}

async function requireKey(folder: string, manifest: Manifest, key: TargetKey): Promise<string> {
  const kept = manifest.secretKey && (await readFile(join(folder, manifest.secretKey.path), 'utf8')).trim();
  const lying = 'file' in key ? await readFile(key.file, 'utf8').catch(() => undefined) : undefined;
  const used = 'given' in key ? key.given : (lying?.trim() ?? kept);
  if (used === undefined)
    throw new BackupError(
      'This backup does not contain the secret key, because it was given as SECRET_KEY. Set SECRET_KEY to the same value and restore again.',
    );
  if (fingerprintKey(used) === manifest.secretKeyFingerprint) return used;
  throw new BackupError(
    'given' in key
      ? 'SECRET_KEY is not the key of the installation that was backed up. Set it to that key, or leave it unset if the backup contains it.'
      : `${key.file} is not the key of the installation that was backed up. Restore into an empty DATA_DIR.`,
  );
}

/** Tables that have no rows in an installation that nobody has used. */
const usedTables = ['workspaces', 'users', 'jobs'];

/** Refuses a database that somebody uses, or whose tables are those of another version. */
async function requireEmptyDatabase(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const { rows } = await client.query<{ ours: boolean }>(
    `select to_regclass('migrations') is not null as ours`,
  );
  if (!rows[0]?.ours) return;
  const used = await client.query<{ used: boolean }>(
    `select ${usedTables.map(name => `exists (select from ${name})`).join(' or ')} as used`,
  );
  const { rows: applied } = await client.query<{ name: string }>('select name from migrations order by name');
  // A restore that was broken off leaves these tables, without rows.
  const isLeftOver = JSON.stringify(applied.map(({ name }) => name)) === JSON.stringify(migrations);
  if (used.rows[0]?.used || !isLeftOver)
    throw new BackupError(
      'The database is not empty. Restore into an empty DATA_DIR, or with DATABASE_URL naming a database without tables.',
    );
}

/** Makes the tables as they were when the backup was made. Later migrations change them when the rows are there. */
async function makeTables(connection: Connection, { migrations }: Manifest): Promise<void> {
  const schema = await readSchema();
  const then = schema.migrations.filter(({ name }) => migrations.includes(name));
  const pool = openPool(connection, { max: 1, onError: () => {} });
  await migrate(pool, { migrations: then, functions: [] }).finally(() => pool.end());
}

async function upgradeTables(connection: Connection): Promise<void> {
  const pool = openPool(connection, { max: 1, onError: () => {} });
  try {
    await migrate(pool);
    await pool.query('set statement_timeout = 0');
    await pool.query('analyze');
  } finally {
    await pool.end();
  }
}

/**
 * Restores a backup into an empty installation. Everything is checked before anything is written, and the rows come last and at
 * once, so that a restore that is broken off can be started again.
 */
export async function restoreBackup(
  folder: string,
  secretKey: TargetKey,
  /** Opens the target. It is called once the backup is known to suit this version. */
  openTarget: () => Promise<RestoreTarget>,
  onProgress: OnProgress,
): Promise<Manifest> {
  const contents = await readManifest(folder);
  await requireKnown(contents);
  const key = await requireKey(folder, contents, secretKey);
  const { connection, storage } = await openTarget();
  const client = await connect(connection);
  try {
    await requireEmptyDatabase(client, contents);
    if (contents.files) {
      const stranger = await findStranger(storage, folder);
      if (stranger !== undefined)
        throw new BackupError(`The storage is not empty: it has ${stranger}. Restore into an empty one.`);
    }
    const manifest = await verifyBackup(folder, (share, text) => onProgress(share / 3, text));
    if ('file' in secretKey) {
      await mkdir(dirname(secretKey.file), { recursive: true, mode: 0o700 });
      await writeFile(secretKey.file, `${key}\n`, { mode: 0o600, flush: true });
    }
    let done = 0;
    const count = manifest.files?.count ?? 0;
    if (manifest.files)
      await restoreFiles(storage, folder, fileList, () => {
        done += 1;
        onProgress((1 + done / count) / 3, `file ${done} of ${count}`);
      });
    await makeTables(connection, manifest);
    await loadDatabase(client, folder, manifest, {
      gone: manifest.files ? await listGone(folder, fileList) : [],
      onTable: (name, index, tables) => onProgress((2 + index / tables) / 3, `table ${name}`),
    });
    await upgradeTables(connection);
    return manifest;
  } finally {
    await client.end();
  }
}
