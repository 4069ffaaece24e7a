import { sql } from 'kysely';
import type { EventType } from '../../../contract/events.ts';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';
import { presentBatch } from '../../work/batches/present.ts';
import { selectBatches } from '../../work/batches/rows.ts';
import { presentGoldenEvent } from '../../work/golden-files/present.ts';
import { presentJob } from '../../work/jobs/present.ts';
import { selectJobs } from '../../work/jobs/rows.ts';
import { presentRun } from '../../work/recipes/present.ts';
import { selectRuns } from '../../work/recipes/runs.ts';
import { renderEventBody, renderSmallBody } from './render-body.ts';
import { rewindJob } from './rewind-job.ts';

interface EventRow {
  id: string;
  type: EventType;
  at: Date;
  job_id: string | null;
  run_id: string | null;
  batch_id: string | null;
  golden_file_id: string | null;
  attempt: number;
  body: string | null;
}

const size = { bytes: limits.eventBytes, files: limits.eventFiles };
/** Few jobs are held in memory at a time, because each may have thousands of files. */
const atOnce = 8;

async function buildBodies(db: Database, events: EventRow[]): Promise<Map<string, string>> {
  const jobIds = events.flatMap(event => event.job_id ?? []);
  const runIds = events.flatMap(event => event.run_id ?? []);
  const jobs = jobIds.length > 0 ? (await selectJobs(sql`j.id = any (${jobIds})`).execute(db)).rows : [];
  const runs = runIds.length > 0 ? (await selectRuns(sql`r.id = any (${runIds})`).execute(db)).rows : [];
  const batchIds = events.flatMap(event => event.batch_id ?? []);
  const batches =
    batchIds.length > 0 ? (await selectBatches(sql`b.id = any (${batchIds})`).execute(db)).rows : [];
  const goldenIds = events.flatMap(event => event.golden_file_id ?? []);
  const goldenFiles =
    goldenIds.length > 0
      ? await db.selectFrom('golden_files').selectAll().where('id', 'in', goldenIds).execute()
      : [];
  const built = new Map<string, string>();
  for (const event of events) {
    const job = jobs.find(each => each.id === event.job_id);
    const run = runs.find(each => each.id === event.run_id);
    const batch = batches.find(each => each.id === event.batch_id);
    const golden = goldenFiles.find(each => each.id === event.golden_file_id);
    if (job) built.set(event.id, renderEventBody(event, presentJob(rewindJob(event, job)), size));
    else if (run) built.set(event.id, renderEventBody(event, presentRun(run), size));
    else if (batch) built.set(event.id, renderEventBody(event, presentBatch(batch), size));
    else if (golden) built.set(event.id, renderSmallBody(event, presentGoldenEvent(golden, event.type)));
  }
  return built;
}

/** Saves bodies where there is none yet, so that an event has the same body for every attempt and every reader. The body for an erased job is not saved. */
async function saveBodies(
  db: Database,
  bodies: Map<string, string>,
): Promise<{ id: string; body: string }[]> {
  const { rows } = await sql<{ id: string; body: string }>`
    update events e set body = case when exists (select from jobs j where j.id = e.job_id and j.deleted_at is not null)
      then null else coalesce(e.body, built.body) end
    from unnest(${[...bodies.keys()]}::uuid[], ${[...bodies.values()]}::text[]) as built (id, body)
    where e.id = built.id returning e.id, coalesce(e.body, built.body) as body`.execute(db);
  return rows;
}

/** Renders the bodies of events, by the events' UUIDs. An event whose job or run was deleted has none. */
export async function renderEventBodies(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<EventRow>`
    select e.id, e.type, e.created_at as at, e.job_id, e.run_id, e.batch_id, e.golden_file_id, coalesce(j.attempt, 0) as attempt, e.body
    from events e left join jobs j on j.id = e.job_id where e.id = any (${ids}::uuid[])`.execute(db);
  const bodies = new Map(rows.flatMap(row => (row.body === null ? [] : [[row.id, row.body] as const])));
  const missing = rows.filter(row => row.body === null);
  for (let at = 0; at < missing.length; at += atOnce) {
    const built = await buildBodies(db, missing.slice(at, at + atOnce));
    for (const { id, body } of await saveBodies(db, built)) bodies.set(id, body);
  }
  return bodies;
}
