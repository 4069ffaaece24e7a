// Measures how fast maintenance deletes due rows among a million jobs while more arrive, and how long others wait for
// its locks. `node bench/size/retention.ts --keep FOLDER [--due N] [--rate N]` uses a copy of what bench/size/size.ts
// left in the folder. Jobs arrive as rows, because two cores cannot answer so many requests; a caller also sends POST
// /jobs repeatedly. The files do not exist, so deleting them is not measured.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';
import { expire } from '../../src/domain/files/retention/expire.ts';
import { purge } from '../../src/domain/files/retention/purge.ts';
import { limits } from '../../src/settings/limits.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { csv, ready } from '../client.ts';
import { openSide, type Side } from './side.ts';

const { values } = parseArgs({
  options: {
    keep: { type: 'string' },
    /** The number of due jobs. */
    due: { type: 'string', default: '50000' },
    /** The number of new jobs per second. */
    rate: { type: 'string', default: '1000' },
  },
});
if (!values.keep) throw new Error('--keep names the folder that bench/size/size.ts was told to keep');
const due = Number(values.due);
const rate = Number(values.rate);

const nothing = { list: async function* () {} };
const noFiles = { ...nothing, remove: async () => {}, partial: nothing } as unknown as Storage;

/** Makes this many jobs due to expire with both files, and the rows of as many others due to be deleted. */
async function prepare(db: Database): Promise<void> {
  await sql`update jobs set expires_at = now() - interval '1 minute' where id in (
    select id from jobs where status = 'completed' and id like 'job_size%' limit ${due})`.execute(db);
  await sql`update artifacts a set expires_at = now() - interval '1 minute' from jobs j
    where j.id = a.job_id and j.status = 'completed' and j.expires_at < now()`.execute(db);
  await sql`create table leaving as select id from jobs where status = 'expired' and run_id is null
    and id like 'job_size%' limit ${due}`.execute(db);
  await sql`delete from artifacts where job_id in (select id from leaving)`.execute(db);
  await sql`update jobs set completed_at = now() - interval '400 days' where id in (select id from leaving)`.execute(
    db,
  );
  await sql`drop table leaving`.execute(db);
  for (const table of ['jobs', 'artifacts']) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

/** Inserts ended jobs with two files and two events each, at this rate, until stopped. Returns the achieved rate. */
async function arrive({ db, workspaceId }: Side, isOver: () => boolean): Promise<number> {
  const began = performance.now();
  let made = 0;
  while (!isOver()) {
    const wanted = Math.min(200, Math.floor(((performance.now() - began) / 1000) * rate) - made);
    if (wanted > 0)
      await sql`
        with numbers as (select n, 'job_new' || n as id from generate_series(${made}::int + 1, ${made + wanted}::int) n),
          made as (insert into jobs (id, workspace_id, source, type, status, options, queued_at, completed_at, expires_at, needs)
            select id, ${workspaceId}, 'api', 'ocr', 'completed', '{}', now(), now(), now() + interval '1 day', '{}' from numbers),
          files as (insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256,
              storage_key, expires_at)
            select 'art_new' || n || role, ${workspaceId}, id, role, 0, 'a.csv', 'text/csv', 'csv', 1, '', 'new/' || n || role,
              now() + interval '1 day' from numbers, unnest(array['input', 'output']) role),
          inputs as (insert into job_inputs (job_id, index, filename, content_type, format, file_size, artifact_id)
            select id, 0, 'a.csv', 'text/csv', 'csv', 1, 'art_new' || n || 'input' from numbers)
        insert into events (workspace_id, type, job_id)
          select ${workspaceId}, type, id from numbers, unnest(array['job.started', 'job.completed']) type`.execute(
        db,
      );
    made += Math.max(0, wanted);
    await sleep(10);
  }
  return made / ((performance.now() - began) / 1000);
}

interface Waits {
  posts: number[];
  lockMs: number;
}

/** Measures POST /jobs, and the longest lock wait. */
async function watch({ db, service }: Side, isOver: () => boolean): Promise<Waits> {
  const waits: Waits = { posts: [], lockMs: 0 };
  const ask = async () => {
    while (!isOver()) {
      const began = performance.now();
      await ready(service, csv);
      waits.posts.push(performance.now() - began);
      await sleep(20);
    }
  };
  const look = async () => {
    while (!isOver()) {
      const { rows } = await sql<{ ms: number }>`
        select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
          from pg_locks where not granted`.execute(db);
      waits.lockMs = Math.max(waits.lockMs, rows[0]!.ms);
      await sleep(10);
    }
  };
  await Promise.all([ask(), look()]);
  waits.posts.sort((a, b) => a - b);
  return waits;
}

/** Runs the work with arrivals and a caller in parallel, and prints the results. */
async function during(side: Side, name: string, work: () => Promise<string>): Promise<void> {
  let over = false;
  const rest = [arrive(side, () => over), watch(side, () => over)] as const;
  const said = await work();
  over = true;
  const [arrived, { posts, lockMs }] = await Promise.all(rest);
  const at = (part: number) => (posts[Math.floor((posts.length - 1) * part)] ?? 0).toFixed(0);
  console.log(
    `${name}: ${said}; ${arrived.toFixed(0)} jobs a second arrived; POST /jobs and PUT p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms of ${posts.length}; longest wait for a lock seen: ${lockMs.toFixed(0)} ms`,
  );
  await sql`delete from jobs where id like 'job_new%'`.execute(side.db);
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  await work();
  return `${(due / ((performance.now() - began) / 1000)).toFixed(0)} a second`;
}

const folder = await mkdtemp(join(tmpdir(), 'filemill-retention-'));
await cp(join(values.keep, 'old'), folder, {
  recursive: true,
  filter: path => !path.includes('/database/run'),
});
const side = await openSide(1_000_000, folder);
try {
  const { db } = side;
  await db.connection().execute(async one => {
    // The service's own maintenance is kept from running meanwhile.
    for (const task of ['expire', 'purge'])
      await sql`select pg_advisory_lock(7106, hashtext(${task}))`.execute(one);
    await prepare(db);
    await during(side, 'nothing due', async () => {
      await sleep(10_000);
      return '';
    });
    await during(side, 'retention', async () => {
      const [expired, removed] = await Promise.all([
        timed(() => expire(db, noFiles, limits.sweepRows)),
        timed(() => purge(db, { rowDays: 365, batch: limits.sweepRows })),
      ]);
      return `${due} jobs expired with both files, ${expired}, and beside it the rows of ${due} others were removed, ${removed} (goal ≥ ${rate})`;
    });
  });
} finally {
  await side.stop();
  await rm(folder, { recursive: true, force: true });
}
