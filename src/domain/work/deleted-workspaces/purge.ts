import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Storage } from '../../../storage/storage.ts';

interface Settings {
  batch: number;
  /** How long rows of jobs stay, so that their usage is added up first. */
  rowMinutes: number;
}

/** Runs a statement until it handles fewer than `least` rows. */
async function repeat(db: Database, statement: RawBuilder<unknown>, least: number): Promise<void> {
  while ((await statement.execute(db)).rows.length >= least);
}

/** Cancels everything that has not ended. */
async function endWork(db: Database, workspaceId: string, batch: number): Promise<void> {
  const own = sql`workspace_id = ${workspaceId}`;
  await sql`update batches set status = 'canceled', canceled_at = clock_timestamp(), completed_at = clock_timestamp()
    where ${own} and status = 'active'`.execute(db);
  await sql`with gone as (delete from golden_files where ${own} returning holder_id)
    select golden_files_drop(array(select holder_id from gone))`.execute(db);
  await repeat(
    db,
    sql`select run_cancel(${workspaceId}, id) from (select id from recipe_runs
      where ${own} and status = 'active' and golden_file_id is null limit ${batch}) active`,
    batch,
  );
  // Jobs without a slot come first: a job that ends gives its slot to the next.
  await repeat(
    db,
    sql`select job_cancel(${workspaceId}, id) from (select id from jobs
      where ${own} and status in ('pending', 'queued', 'processing') and deleted_at is null
      order by status = 'processing', vtag is not null, seq desc limit ${batch}) unfinished`,
    batch,
  );
  // The checks of golden files, whose jobs have just ended.
  await sql`select run_end(id, 'canceled') from recipe_runs where ${own} and status = 'active'`.execute(db);
}

/** Erases the files. One that cannot be removed now is removed by the sweeper, because no row names it any more. */
async function eraseFiles(db: Database, storage: Storage, workspaceId: string, batch: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ storage_key: string }>`
      delete from artifacts where id = any (array(
        select id from artifacts where workspace_id = ${workspaceId} limit ${batch} for update skip locked))
      returning storage_key`.execute(db);
    await Promise.allSettled(rows.map(({ storage_key }) => storage.remove(storage_key)));
    if (rows.length < batch) return;
  }
}

/** Deletes the rows with content. Inputs, versions and deliveries are deleted together with what they belong to. */
async function deleteRows(db: Database, workspaceId: string, batch: number): Promise<void> {
  const own = sql`workspace_id = ${workspaceId}`;
  const some = (table: string, condition = sql`true`) =>
    repeat(
      db,
      sql`delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${own} and ${condition} limit ${batch})) returning 1`,
      1,
    );
  // Rows of jobs that were erased before have no content, and are deleted when they are old.
  await some('jobs', sql`deleted_at is null`);
  await some('recipe_runs');
  await some('recipes');
  await some('batches');
  await some('events', sql`position is not null`);
  await some('idempotency_keys');
  await some('name_stretches');
}

/**
 * Ends the work of deleted workspaces, erases their files and, later, their rows. Requests that began before the deletion may still
 * have created something, so this is repeated until the rows are gone.
 */
export async function purgeDeletedWorkspaces(
  db: Database,
  storage: Storage,
  { batch, rowMinutes }: Settings,
): Promise<void> {
  const { rows } = await sql<{ id: string; settled: boolean }>`
    select id, deleted_at < clock_timestamp() - make_interval(mins => ${rowMinutes}) as settled
    from workspaces where deleted_at is not null and purged_at is null`.execute(db);
  for (const { id, settled } of rows) {
    for (const table of ['triggers', 'webhooks', 'connections', 'invitations'] as const)
      await db.deleteFrom(table).where('workspace_id', '=', id).execute();
    await endWork(db, id, batch);
    await eraseFiles(db, storage, id, batch);
    if (!settled) continue;
    await deleteRows(db, id, batch);
    await sql`update workspaces set purged_at = clock_timestamp() where id = ${id}`.execute(db);
  }
}
