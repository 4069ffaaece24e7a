import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areRetained } from '../../src/domain/files/artifacts/find.ts';
import { openOutputs } from '../../src/domain/files/downloads/outputs.ts';
import { scrub } from '../../src/domain/files/integrity/scrub.ts';
import { noticeArrived } from '../../src/domain/files/uploads/direct-transfers.ts';
import { publishAll } from '../../src/domain/outgoing/events/publish.ts';
import { renderEventBodies } from '../../src/domain/outgoing/events/stored-bodies.ts';
import { resetPassword } from '../../src/domain/people/accounts/passwords.ts';
import { startMaintenance } from '../../src/worker/maintenance.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { describeModel } from '../support/model-entry.ts';
import { startService, type TestService } from '../support/service.ts';
import { Receiver } from '../webhooks/support/receiver.ts';
import { firstUser } from '../workspace/support/person.ts';
import { nap, reachLimits, useWithKey } from './callers.ts';
import { explainEverything, findScannedTables, isSorting, readPlans } from './explained.ts';
import { useAsPerson } from './people.ts';
import { watchSites } from './sites.ts';

/**
 * The tables that grow with usage. Others have a row per plan, worker, person, key or workspace, or like
 * `failure_hours` per hour, of which a month is stored.
 */
const growing = new Set([
  'jobs',
  'job_inputs',
  'artifacts',
  'previews',
  'events',
  'deliveries',
  'delivery_attempts',
  'job_failures',
  'recipe_runs',
  'run_steps',
  'batch_inputs',
  'idempotency_keys',
  'credit_entries',
  'name_stretches',
  'usage_days',
  'credit_days',
]);

const jobs = 3000;
const mine = `wsp_${'0'.repeat(26)}`;
const plan = JSON.stringify({
  id: 'enterprise',
  api_access: true,
  requests_per_window: 60_000,
  file_bytes: 1e9,
  merge_files: 9,
  merge_bytes: 1e9,
  concurrency: 9,
  waiting: 9,
  pending_inputs: 1_000_000,
  url_inputs: true,
  retention_seconds: 86_400,
  upload_url_seconds: 60,
  download_url_seconds: 60,
  weight: 10,
});
/** Work for maintenance to find. */
const due = `
  update jobs set expires_at = now() - interval '1 minute' where id in (select id from jobs where status = 'completed' limit 3);
  update jobs set completed_at = now() - interval '1 year' where id in (select id from jobs where status = 'failed' limit 3);
  delete from artifacts where job_id in (select id from jobs where completed_at < now() - interval '300 days')`;
/**
 * Functions that are only reached by a stopping worker, an interrupted upload, or a step that does not fit the previous
 * one.
 */
const rarelyReached = [
  `batch_restart('wsp_none', 'bat_none', 1)`,
  `fetch_complete('job_none', 0, 1, uuidv7(), 'art_none', 'key', 1, 'digest', '{}')`,
  `fetch_fail('job_none', 0, 1, 'reason', 'message', 'detail', uuidv7())`,
  `job_hand_back('job_none', 1)`,
  `job_partial('job_none', 1, 1, 0, 1, 'text', 1)`,
  `output_end('job_none', 1, 'done', null)`,
  `run_break('run_none', 0)`,
  `run_give_back('run_none', 0)`,
  `run_refuse(null, 'reason', 'detail')`,
  `run_fail_input('run_none', 'job_none', 'reason', 'message', uuidv7())`,
  `upload_at_once('job_none', 0, 'art_none', 'key', 1, 'digest')`,
  `upload_drop('job_none', 0, uuidv7())`,
];
/** Statements of the command line, of an unreadable session, and of orphaned partial files. */
const elsewhere = [
  'src/domain/people/keys/list.ts',
  'src/domain/people/accounts/auth.ts',
  'src/domain/files/uploads/discard.ts',
];

/** The sums of a year: the server reads a small table completely, whatever its indexes. */
const yearOfSums = `
  insert into usage_days select w.id, current_date - d, 'type ' || t, 'api', '', 1, 1, 0, 0
    from (select id from workspaces order by id limit 20) w, generate_series(0, 365) d, generate_series(1, 3) t
    on conflict do nothing;
  insert into credit_days select w.id, current_date - d, 1
    from (select id from workspaces order by id limit 20) w, generate_series(0, 365) d on conflict do nothing`;

/** A thumbnail of each file. */
const thumbnails = `
  insert into previews (job_id, workspace_id, artifact_id, request, status, expires_at)
    select 'job_of_' || id, workspace_id, id, 'thumbnail', 'made', 'infinity' from artifacts`;

/** Names of a long history, for the same reason. */
const stretches = `
  insert into name_stretches select w.id, now() - n * interval '2 days', now() - n * interval '1 day', '{}'
    from (select id from workspaces where id <> '${mine}' order by id limit 20) w, generate_series(1, 200) n
    on conflict do nothing`;

/** Batches that have ended, each of a hundred inputs. */
const endedBatches = `
  insert into batches (id, workspace_id, source, type, options, sealed, input_count, status, completed_at)
    select 'bat_' || n, '${mine}', 'api', 'nap', '{}', false, 100, 'completed', now() from generate_series(1, 100) n;
  insert into batch_inputs (batch_id, index, artifact_id, filename, options, job_id)
    select 'bat_' || n, i, 'art_none', 'a.txt', '{}', 'job_none' from generate_series(1, 100) n, generate_series(0, 99) i`;

/** A batch whose artifact is gone, and one whose secret cannot be opened. */
const troubledBatches = `
  insert into batches (id, workspace_id, source, type, options, sealed, input_count)
    select 'bat_' || trouble, '${mine}', 'api', 'nap', '{}', false, 1 from unnest(array['gone', 'sealed']) trouble;
  insert into batch_inputs (batch_id, index, artifact_id, filename, options, secret)
    values ('bat_gone', 0, 'art_none', 'a.txt', '{}', null), ('bat_sealed', 0, 'art_none', 'a.txt', '{}', 'damaged')`;

const log = join(process.env.FILEMILL_TEST_DATABASE_DIR!, 'database/server.log');
let from = 0;

/** A service with a long history, on a database whose plans are logged from here on. */
async function fillDatabase(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  const { connection } = database;
  const client = new pg.Client(connection);
  await client.connect();
  const fill = await readFile(new URL('../../bench/size/fill.sql', import.meta.url), 'utf8');
  await client.query(`insert into plans select (jsonb_populate_record(null::plans, '${plan}')).*`);
  await client.query(`insert into workspaces (id, name, plan_id) values ('${mine}', 'mine', 'enterprise')`);
  await client.query(
    fill.replaceAll(':mine', `'${mine}'`).replaceAll(':every', '1').replaceAll(':jobs', String(jobs)),
  );
  await client.query(due);
  await client.query(yearOfSums);
  await client.query(stretches);
  await client.query(thumbnails);
  await client.query(endedBatches);
  await client.query('vacuum analyze');
  await explainEverything(client, connection.database);
  await client.end();
  return database;
}

let service: TestService;
let receiver: Receiver;
let modelsDir: string;
beforeAll(async () => {
  if (!isOurs) return;
  receiver = await Receiver.start();
  const jobsDir = fileURLToPath(new URL('../support/jobs', import.meta.url));
  from = (await stat(log).catch(() => undefined))?.size ?? 0;
  modelsDir = await mkdtemp(join(tmpdir(), 'filemill-models-'));
  const models = [describeModel('unreachable', Buffer.from('weights'), 1)];
  await writeFile(join(modelsDir, 'manifest.json'), JSON.stringify({ models }));
  const env = {
    SANDBOX: 'off',
    WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${receiver.port}`,
    MODELS_DIR: modelsDir,
  };
  service = await startService('all', env, jobsDir, await fillDatabase());
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
  if (modelsDir) await rm(modelsDir, { recursive: true, force: true });
});

/** The log of an external server is not readable here, and only a superuser may log plans there. */
const isOurs = process.env.FILEMILL_TEST_DATABASE_URL === undefined;

const timeout = 400_000;

test.runIf(isOurs)('no statement scans a growing table completely', { timeout }, async () => {
  const sites = await watchSites();
  const { person: ada, workspaceId: home } = await firstUser(service);
  const stranger = await service.client();
  await useWithKey(await service.client(), stranger);
  await useAsPerson(ada, home, stranger.workspaceId, receiver, userId => resetPassword(service.db, userId));
  await reachLimits(await service.client({ plan: 'developer' }));
  await sql.raw(troubledBatches).execute(service.db);
  await expect
    .poll(
      async () =>
        (
          await sql<{ id: string }>`select id from batches where id in ('bat_gone', 'bat_sealed')
            and (status = 'completed' or fed_at > created_at) order by id`.execute(service.db)
        ).rows.length,
    )
    .toBe(2);
  expect(await areRetained(service.db, ['art_none'])).toBe(false);
  // The recipe of a golden file can no longer run.
  await sql`update recipes set steps = jsonb_set(steps, '{0,jobType}', '"gone"')
    where id in (select recipe_id from golden_files)`.execute(service.db);
  const findFailed = () =>
    service.db
      .selectFrom('golden_files')
      .select('workspace_id')
      .where('check_status', '=', 'failed')
      .executeTakeFirst();
  await expect.poll(findFailed).toBeDefined();
  await publishAll(service.db);
  const { workspace_id } = (await findFailed())!;
  const events = await service.db
    .selectFrom('events')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(20)
    .execute();
  const bodies = await renderEventBodies(
    service.db,
    events.map(({ id }) => id),
  );
  expect([...bodies.values()].join()).toContain('"golden_file.failed"');
  for (const call of rarelyReached) await sql.raw(`select ${call}`).execute(service.db);
  const maintenance = startMaintenance(
    service.db,
    { list: async function* () {}, remove: async () => {} } as never,
    { jobTypes: new Map(), secrets: {} as never, listFiles: async () => [], requireReachable: () => {} },
    pino({ level: 'silent' }),
  );
  await maintenance.stop();
  // Two batches of intact files, and the end of a round, at which no file is left. The service itself meets missing ones.
  const digest = (key: string) =>
    service.db
      .selectFrom('artifacts')
      .select(['size', 'sha256'])
      .where('storage_key', '=', key)
      .executeTakeFirstOrThrow();
  for (const files of [5, 5, 0]) await scrub(service.db, { digest } as never, { files, bytes: 1e9, days: 0 });
  // A store with direct uploads, which received more than was declared.
  const sender = await service.client();
  const { id } = await sender.create({ ...nap(), autoStart: true });
  const storage = {
    direct: { arrived: async () => 1e9 },
    remove: async () => {},
    partial: { discard: async () => {} },
  };
  const job = { id, status: 'pending', auto_start: true };
  await noticeArrived({ db: service.db, storage: storage as never }, sender, job);
  await openOutputs(service.db, storage as never, id);

  const plans = await readPlans(log, from);
  expect(plans.length).toBeGreaterThan(300);
  const wrong = plans.flatMap(plan =>
    findScannedTables(plan)
      .filter(table => growing.has(table))
      .map(table => `${table}: ${plan['Query Text'].replaceAll(/\s+/g, ' ').trim()}`),
  );
  expect([...new Set(wrong)], 'statements that read a whole table').toEqual([]);
  const claims = plans.filter(plan => /order by j\.vtag, j\.seq limit/.test(plan['Query Text']));
  expect(claims.length).toBeGreaterThan(0);
  expect(claims.filter(isSorting), 'claims that collect all released jobs').toEqual([]);

  const missed = (await sites.missed()).filter(each => !elsewhere.some(file => each.startsWith(file)));
  expect(
    missed,
    'statements that nothing here comes by: tests/plans has to, so that they are looked at',
  ).toEqual([]);
  const { rows: uncalled } = await sql<{ name: string }>`
    select p.proname as name from pg_proc p join pg_language l on l.oid = p.prolang
      where l.lanname = 'plpgsql' and p.pronamespace = current_schema::regnamespace
        and p.proname not in ('credit_entries_stay', 'audit_entries_stay')
        and not exists (select from pg_stat_user_functions f where f.funcid = p.oid) order by 1`.execute(
    service.db,
  );
  expect(uncalled, 'functions that nothing here calls').toEqual([]);
});
