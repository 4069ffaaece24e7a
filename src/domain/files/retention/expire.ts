import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { Storage } from '../../../storage/storage.ts';
import { sweepPartials } from '../uploads/discard.ts';

async function expireJobs(db: Database, batch: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select jobs_expire(${batch}) as n`.execute(db);
  return firstRow(rows).n;
}

async function eraseFiles(db: Database, storage: Storage, batch: number): Promise<number> {
  const { rows } = await sql<{ key: string }>`select artifacts_expire(${batch}) as key`.execute(db);
  await Promise.allSettled(rows.map(row => storage.remove(row.key)));
  return rows.length;
}

/** Deletes failed previews, so that they are tried again, and those whose jobs never ended. */
async function forgetPreviews(db: Database): Promise<void> {
  // The jobs come first, as their ends lock them first.
  await sql`delete from jobs where id = any (array(select job_id from previews where expires_at < now()))
    and source = 'preview'`.execute(db);
  await sql`delete from previews where expires_at < now()`.execute(db);
}

/**
 * Expires jobs and erases their files, in small transactions, so that it may be killed at any point. While one batch of jobs
 * expires, the files of the batch before are erased.
 */
export async function expireDue(
  db: Database,
  storage: Storage,
  batch: number,
): Promise<{ jobs: number; files: number }> {
  const total = { jobs: 0, files: 0 };
  let [jobs, files] = [batch, batch];
  while (jobs === batch || files === batch) {
    [jobs, files] = await Promise.all([
      jobs === batch ? expireJobs(db, batch) : 0,
      eraseFiles(db, storage, batch),
    ]);
    total.jobs += jobs;
    total.files += files;
    // The jobs that expired last have files, too.
    if (jobs > 0) files = batch;
  }
  return total;
}

/** Expires whatever is due, and erases unfinished uploads of jobs that no longer wait for them. */
export async function expire(
  db: Database,
  storage: Storage,
  batch: number,
): Promise<{ jobs: number; files: number }> {
  const total = await expireDue(db, storage, batch);
  await forgetPreviews(db);
  await sweepPartials(db, storage, batch);
  return total;
}
