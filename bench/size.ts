// What the service's age costs: every way to ask it, of a service that is new and of one with a million jobs, in turns, so that
// whatever else the machine does slows both.
// node bench/size.ts [jobs]   (a million jobs fill some 3 GB of the temporary folder and take minutes)
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Database, openDatabase, openPool } from '../src/db/database.ts';
import { embeddedConnection } from '../src/db/embedded/embedded.ts';
import { makeFirstUserToken } from '../src/domain/accounts/first.ts';
import { gatherNames } from '../src/domain/names/gather.ts';
import { noteQueue } from '../src/domain/queue-state.ts';
import { expire } from '../src/domain/retention/expire.ts';
import { purge } from '../src/domain/retention/purge.ts';
import type { Storage } from '../src/storage/storage.ts';
import { csv, exchange, finish, ready } from './client.ts';
import { median } from './measure.ts';
import { type BenchService, startService } from './service.ts';

const times = 50;
const warmUp = 10;
const jobs = Number(process.argv[2] ?? 1_000_000);

/** A service, somebody signed in who is also its operator, and its database. */
interface Side {
  service: BenchService;
  db: Database;
  cookie: string;
  workspaceId: string;
  stop(): Promise<void>;
}

async function open(): Promise<Side> {
  const service = await startService();
  const connection = await embeddedConnection(service.dataDir);
  if (!connection) throw new Error('the database of the service was not found');
  const pool = openPool(connection, { max: 2, onError: () => {} });
  const db = openDatabase(pool);
  const response = await fetch(`${new URL(service.base).origin}/api/workspace/welcome`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: await makeFirstUserToken(db),
      name: 'Ada',
      email: 'ada@example.com',
      password: 'correct horse battery',
    }),
  });
  const body = (await response.json()) as { workspaces: { id: string }[] };
  const [cookie = ''] = response.headers.getSetCookie().map(set => set.split(';')[0] ?? '');
  const [workspace] = body.workspaces;
  if (!workspace) throw new Error('the first user has no workspace');
  const stop = async () => {
    await pool.end();
    await service.stop();
  };
  return { service, db, cookie, workspaceId: workspace.id, stop };
}

type Calls = Record<string, () => Promise<unknown>>;

async function listCalls({ service, db, cookie, workspaceId }: Side): Promise<Calls> {
  const get = (path: string) => () => exchange('GET', `${service.base}${path}`, service.headers);
  const asPerson = (path: string) => () =>
    exchange('GET', `${new URL(service.base).origin}/api/workspace${path}`, { cookie });
  const ofWorkspace = (path: string) => asPerson(`/workspaces/${workspaceId}${path}`);
  const example = await finish(service, await ready(service, csv));
  const { rows: made } = await sql<{ id: string }>`
    select id from artifacts where job_id = ${example.id} and role = 'output'`.execute(db);
  return {
    'GET /jobs': get('/jobs'),
    'GET /jobs?status=failed': get('/jobs?status=failed'),
    'GET /jobs?status=queued': get('/jobs?status=queued'),
    'GET /jobs?type=ocr': get('/jobs?type=ocr'),
    'GET /jobs/:id': get(`/jobs/${example.id}`),
    'GET /jobs/:id/files': get(`/jobs/${example.id}/files`),
    'GET /artifacts/:id': get(`/artifacts/${made[0]?.id}`),
    'GET /events': get('/events'),
    'GET /recipes': get('/recipes'),
    'GET /usage': get('/usage'),
    'GET /job-types': get('/job-types'),
    'POST /jobs and PUT': () => ready(service, csv),
    'a whole job, five calls': async () => finish(service, await ready(service, csv)),
    'workspace: jobs': ofWorkspace('/jobs'),
    'workspace: jobs by name': ofWorkspace('/jobs?search=a.csv'),
    'workspace: jobs by a name nobody has': ofWorkspace('/jobs?search=nowhere'),
    'workspace: usage': ofWorkspace('/usage'),
    'workspace: usage by type': ofWorkspace('/usage/breakdown?by=type'),
    'workspace: usage by day': ofWorkspace('/usage/history?unit=day'),
    'workspace: deliveries': ofWorkspace('/deliveries'),
    'workspace: ledger': ofWorkspace('/ledger'),
    'workspace: keys': ofWorkspace('/keys'),
    'operator: system': asPerson('/operator/system'),
    'operator: failures summed up': asPerson('/operator/failures/summary'),
    'operator: failures': asPerson('/operator/failures'),
    'operator: workspaces': asPerson('/operator/workspaces'),
  };
}

/** Asks both sides in turns, and returns the median of each. */
async function measure(calls: [() => Promise<unknown>, () => Promise<unknown>]): Promise<[number, number]> {
  const took: [number[], number[]] = [[], []];
  for (let i = 0; i < times + warmUp; i++)
    for (const side of [0, 1] as const) {
      const began = performance.now();
      await calls[side]();
      if (i >= warmUp) took[side].push(performance.now() - began);
    }
  return [median(took[0]), median(took[1])];
}

const filled = [
  'jobs',
  'artifacts',
  'job_inputs',
  'events',
  'job_failures',
  'idempotency_keys',
  'recipe_runs',
  'run_steps',
  'credit_entries',
  'deliveries',
];

/** Fills the tables and has their indexes made afterwards, at once: to enter every row into each takes several times as long. */
async function fill({ db, workspaceId }: Side): Promise<void> {
  const text = (await readFile(new URL('fill.sql', import.meta.url), 'utf8'))
    .replaceAll(':mine', `'${workspaceId}'`)
    .replaceAll(':every', '10')
    .replaceAll(':jobs', String(jobs));
  await db.connection().execute(async one => {
    const run = (statement: string) => sql.raw(statement).execute(one);
    await run(`set statement_timeout = 0; set maintenance_work_mem = '1GB'; set synchronous_commit = off`);
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes i
        where schemaname = current_schema and tablename = any (${filled})
          and not exists (select from pg_constraint where conname = indexname)`.execute(one);
    for (const { name } of indexes) await run(`drop index ${name}`);
    for (const statement of text.replaceAll(/^\s*--.*$/gm, '').split(';\n'))
      if (statement.trim()) await run(statement);
    for (const { definition } of indexes) await run(definition);
    // What upkeep does from time to time.
    await run('select storage_mend()');
    await gatherNames(one);
    await noteQueue(one);
    // Not in a transaction.
    await run('vacuum analyze');
  });
}

async function compare(empty: Side, full: Side): Promise<void> {
  const began = performance.now();
  await fill(full);
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const [before, after] = [await listCalls(empty), await listCalls(full)];
  for (const name of Object.keys(before)) {
    const [ms, now] = await measure([before[name]!, after[name]!]);
    const ratio = now / ms;
    console.log(
      `${name}: ${ms.toFixed(1)} ms, with ${jobs} jobs ${now.toFixed(1)} ms, ${ratio.toFixed(2)} ×${ratio > 1.3 ? '  MISSED (goal ≤ 1.3 ×)' : ''}`,
    );
  }
}

/** Files of the filled rows were never stored. */
const nothing = { list: async function* () {} };
const noFiles = { ...nothing, remove: async () => {}, partial: nothing } as unknown as Storage;

/** How fast upkeep takes away what is due. */
async function retain({ db }: Side): Promise<void> {
  const due = jobs / 20;
  await sql`update jobs set expires_at = now() - interval '1 minute' where id in (
    select id from jobs where status = 'completed' and id like 'job_size%' limit ${due})`.execute(db);
  await sql`update artifacts a set expires_at = now() - interval '1 minute' from jobs j
    where j.id = a.job_id and j.status = 'completed' and j.expires_at < now()`.execute(db);
  const seconds = async (work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    return (performance.now() - from) / 1000;
  };
  const expired = await seconds(() => expire(db, noFiles, 500));
  console.log(`expiry: ${(due / expired).toFixed(0)} jobs a second with both files; goal ≥ 1000`);
  await sql`delete from artifacts a using jobs j where j.id = a.job_id and j.status = 'expired' and j.id like 'job_size%'`.execute(
    db,
  );
  await sql`update jobs set completed_at = now() - interval '400 days' where id in (
    select id from jobs where status = 'expired' and id like 'job_size%' limit ${due})`.execute(db);
  const purged = await seconds(() => purge(db, { rowDays: 365, batch: 500 }));
  console.log(`removal of rows: ${(due / purged).toFixed(0)} jobs a second; goal ≥ 1000`);
}

const [empty, full] = [await open(), await open()];
try {
  await compare(empty, full);
  await retain(full);
} finally {
  await empty.stop();
  await full.stop();
}
