import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Job } from '../../../src/contract/schemas/job.ts';
import type { Database } from '../../../src/db/database.ts';
import { sweep } from '../../../src/domain/files/retention/sweep.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import type { RetryingClient } from '../../support/retrying-client.ts';
import { expectOutcome, type StartedJob } from './kinds.ts';

/** Waits for the end of jobs, and checks their results. */
export async function expectAllEnd(client: RetryingClient, startedJobs: StartedJob[]): Promise<Job[]> {
  const ended: Job[] = [];
  for (const each of startedJobs) {
    const job = await client.end(each.id);
    await expectOutcome(client, each, job);
    ended.push(job);
  }
  return ended;
}

/** Checks a workspace whose jobs have all ended: no job is unacknowledged, ended twice or counted twice. */
export async function expectOnce(db: Database, workspaceId: string, ended: Job[]): Promise<void> {
  const jobs = await sql<{ id: string }>`
    select id from jobs where workspace_id = ${workspaceId} and source <> 'upload' and run_id is null`.execute(
    db,
  );
  expect(jobs.rows.map(row => row.id).sort()).toEqual(ended.map(job => job.id).sort());
  const odd = await sql`
    select j.id, array_agg(e.type order by e.seq) from jobs j left join events e on e.job_id = j.id
        and e.type in ('job.completed', 'job.failed', 'job.canceled')
      where j.workspace_id = ${workspaceId} and j.source <> 'upload' group by j.id having count(e.type) <> 1`.execute(
    db,
  );
  expect(odd.rows).toEqual([]);
  const twice = await sql`
    select job_id, role, index from artifacts where workspace_id = ${workspaceId}
      group by 1, 2, 3 having count(*) > 1`.execute(db);
  expect(twice.rows).toEqual([]);
  const counted = await sql<{ quota: string; used: number; due: number }>`
    select quota, sum(used)::int as used, (select count(*) from jobs where workspace_id = ${workspaceId}
        and queued_at is not null and failure_reason is distinct from 'engine_error')::int as due
      from usage_counters where workspace_id = ${workspaceId} and quota like 'operations%' group by quota`.execute(
    db,
  );
  for (const { quota, used, due } of counted.rows) expect([quota, used]).toEqual([quota, due]);
}

/** Checks that after a sweep the storage contains exactly the files of the rows. */
export async function expectNothingOrphaned(db: Database, storage: Storage): Promise<void> {
  await sweep(db, storage, { batch: 100, orphanMinutes: -1, now: Date.now() });
  const stored: string[] = [];
  for await (const { key } of storage.list()) stored.push(key);
  for await (const { key } of storage.partial.list()) stored.push(key);
  const named = await sql<{ storage_key: string; size: number; held: number | null }>`
    select storage_key, size, octet_length(content) as held from artifacts`.execute(db);
  const [inRows, inStorage] = [true, false].map(held =>
    named.rows.filter(row => (row.held !== null) === held),
  );
  expect(stored.sort()).toEqual(inStorage!.map(row => row.storage_key).sort());
  for (const { held, size } of inRows!) expect(held).toBe(size);
}
