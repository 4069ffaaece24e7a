import { sql } from 'kysely';
import type { FileListQuery } from '../../../contract/schemas/result.ts';
import type { TriggerLog } from '../../../contract/schemas/trigger.ts';
import type { Database } from '../../../db/database.ts';
import { formatTime } from '../../rows/format-time.ts';
import { makeIndexCursors } from '../../rows/index-cursor.ts';

const cursors = makeIndexCursors('entry');

type Outcome = TriggerLog['entries'][number]['outcome'];

interface EntryRow {
  seq: number;
  key: string;
  outcome: Outcome;
  batch_id: string | null;
  message: string | null;
  at: Date;
}

/** Records what a trigger did about a version of a file, or at a time. Returns false if that was recorded before. */
export async function record(
  db: Database,
  triggerId: string,
  file: { key: string; version: string },
  outcome: Outcome,
  more: { batchId?: string; message?: string } = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into trigger_log as l (trigger_id, key, version, outcome, batch_id, message)
      values (${triggerId}, ${file.key}, ${file.version}, ${outcome}, ${more.batchId ?? null}, ${more.message ?? null})
    on conflict (trigger_id, key, version) do update
      set outcome = excluded.outcome, batch_id = excluded.batch_id, message = excluded.message, at = clock_timestamp()
      where l.outcome = 'waiting'`.execute(db);
  return numAffectedRows === 1n;
}

/** Reads what is known about these files: the outcome by key and version. */
export async function readKnown(
  db: Database,
  triggerId: string,
  keys: readonly string[],
): Promise<Map<string, Outcome>> {
  const { rows } = await sql<{ key: string; version: string; outcome: Outcome }>`
    select key, version, outcome from trigger_log where trigger_id = ${triggerId} and key = any (${keys})`.execute(
    db,
  );
  return new Map(rows.map(({ key, version, outcome }) => [`${key}\n${version}`, outcome]));
}

/** Forgets a version of a file that was waiting to be complete, because the file has changed since. */
export async function forgetWaiting(db: Database, triggerId: string, key: string): Promise<void> {
  await sql`delete from trigger_log where trigger_id = ${triggerId} and key = ${key} and outcome = 'waiting'`.execute(
    db,
  );
}

/** Lists a page of the log of a trigger, newest first. */
export async function listLog(db: Database, triggerId: string, query: FileListQuery): Promise<TriggerLog> {
  const before = query.cursor === undefined ? null : cursors.decode(query.cursor);
  const { rows } = await sql<EntryRow>`
    select seq, key, outcome, batch_id, message, at from trigger_log
    where trigger_id = ${triggerId} and (${before}::bigint is null or seq <= ${before})
    order by seq desc limit ${query.limit + 1}`.execute(db);
  const next = rows[query.limit];
  return {
    entries: rows.slice(0, query.limit).map(row => ({
      ...(row.key && { key: row.key }),
      outcome: row.outcome,
      ...(row.batch_id && { batchId: row.batch_id }),
      ...(row.message && { message: row.message }),
      at: formatTime(row.at),
    })),
    nextCursor: next ? cursors.encode(next.seq) : null,
  };
}
