import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/contract/ids.ts';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { ResultFile } from '../../src/contract/schemas/result.ts';
import { scopes } from '../../src/contract/states.ts';
import type { OpenApi } from '../../src/http/openapi/document.ts';
import { limits } from '../../src/settings/limits.ts';
import type { Client } from '../support/client.ts';
import { runsAll, takeSome } from '../support/needs.ts';
import { startService, type TestService } from '../support/service.ts';
import { firstUser, type Person } from '../workspace/support/person.ts';

/** A workspace as full as callers can make it: names of 255 wide characters, thousands of files, hundreds of inputs. */
let service: TestService;
let ada: Person;
let home: string;
let client: Client & { workspaceId: string };
const ids = {
  jobs: newId('job'),
  artifacts: newId('artifact'),
  recipes: newId('recipe'),
  'recipe-runs': newId('run'),
  batches: newId('batch'),
  triggers: newId('trigger'),
  'golden-files': newId('goldenFile'),
  webhooks: '',
  deliveries: '',
  failures: crypto.randomUUID(),
  'job-types': 'pdf-split',
  invitations: '',
};
const fileCount = 9990;
const wide = (count: number) => '𝔘'.repeat(count);

async function fill(): Promise<void> {
  const { db } = service;
  const options = JSON.stringify({ outputFormat: 'png', note: 'x'.repeat(20_000) });
  const metadata = JSON.stringify(
    Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`key ${n}`, wide(250)])),
  );
  const jobs = [ids.jobs, ...Array.from({ length: 110 }, () => newId('job'))];
  await sql`
    insert into jobs (id, workspace_id, source, type, status, options, metadata, needs, expires_at, completed_at)
      select id, ${home}, 'api', 'pdf-merge', 'completed', ${options}::jsonb, ${metadata}::jsonb, '{}',
        now() + interval '1 day', now() from unnest(${jobs}::text[]) id`.execute(db);
  await sql`
    insert into job_inputs (job_id, index, filename, content_type, format, file_size, uploaded_at, sha256)
      select j.id, n, ${wide(250)} || n, 'application/pdf', 'pdf', 1, now(), repeat('a', 64)
        from jobs j, generate_series(0, 499) n`.execute(db);
  const facts = JSON.stringify({ sheet: wide(900) });
  await sql`
    insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256,
        storage_key, metadata, expires_at)
      select case when n = 0 then ${ids.artifacts} else ${ids.jobs} || n end, ${home}, ${ids.jobs}, 'output', n,
        ${wide(240)} || n || '.pdf', 'application/pdf', 'pdf', 1, repeat('a', 64), ${ids.jobs} || '/' || n, ${facts}::jsonb,
        now() + interval '1 day'
      from generate_series(0, ${fileCount - 1}) n`.execute(db);

  const recipes = [ids.recipes, ...Array.from({ length: 110 }, () => newId('recipe'))];
  const steps = JSON.stringify(
    Array.from({ length: 8 }, () => ({
      name: wide(200),
      jobType: 'pdf-split',
      tab: 'pdf',
      options: { note: 'x'.repeat(10_000) },
    })),
  );
  await sql`insert into recipes (id, workspace_id, name, description, steps, accepts)
    select id, ${home}, ${wide(200)}, ${wide(2000)}, ${steps}::jsonb, '{pdf}' from unnest(${recipes}::text[]) id`.execute(
    db,
  );
  const runs = [ids['recipe-runs'], ...Array.from({ length: 110 }, () => newId('run'))];
  await sql`insert into recipe_runs (id, workspace_id, recipe_id, input_artifact_id, counted_on, status, completed_at)
    select id, ${home}, ${ids.recipes}, ${ids.artifacts}, current_date, 'completed', now() from unnest(${runs}::text[]) id`.execute(
    db,
  );
  await sql`insert into run_steps (run_id, index, name, job_type, options, job_id)
    select id, n, ${wide(200)}, 'pdf-split', '{}', ${ids.jobs} from unnest(${runs}::text[]) id, generate_series(0, 7) n`.execute(
    db,
  );

  const holder = newId('job');
  await sql`insert into jobs (id, workspace_id, source, type, status, options, needs, expires_at)
    values (${holder}, ${home}, 'check', 'golden-file', 'completed', '{}', '{}', 'infinity')`.execute(db);
  await sql`
    insert into artifacts (id, workspace_id, job_id, role, index, filename, content_type, format, size, sha256, storage_key,
        metadata, expires_at)
      select ${holder} || n, ${home}, ${holder}, case when n = 0 then 'input' else 'output' end, n,
        ${wide(240)} || n || '.pdf', 'application/pdf', 'pdf', 1, repeat('a', 64), ${holder} || '/' || n, ${facts}::jsonb, 'infinity'
      from generate_series(0, ${limits.golden.files}) n`.execute(db);
  const golden = [ids['golden-files'], ...Array.from({ length: 30 }, () => newId('goldenFile'))];
  await sql`
    insert into golden_files (id, workspace_id, recipe_id, source, name, compare, holder_id, accepted_engines, check_status,
        check_started_at, check_message)
      select id, ${home}, ${ids.recipes}, 'api', ${wide(200)}, '{}', ${holder}, '[]', 'failed', now(), ${wide(500)}
        from unnest(${golden}::text[]) id`.execute(db);

  const batches = [ids.batches, ...Array.from({ length: 110 }, () => newId('batch'))];
  await sql`
    insert into batches (id, workspace_id, source, type, options, metadata, sealed, input_count, status, completed_at)
      select id, ${home}, 'api', 'pdf-split', ${options}::jsonb, ${metadata}::jsonb, false, 10000, 'completed', now()
        from unnest(${batches}::text[]) id`.execute(db);
  await sql`
    insert into batch_inputs (batch_id, index, artifact_id, filename, options, metadata, refused)
      select ${ids.batches}, n, ${ids.artifacts}, ${wide(240)} || n, '{}', ${metadata}::jsonb,
        jsonb_build_object('code', 'validation_failed', 'message', ${wide(200)}::text)
        from generate_series(0, 9999) n`.execute(db);

  await sql`
    insert into triggers (id, workspace_id, source, name, work, shown, schedule, due_at)
      values (${ids.triggers}, ${home}, 'api', ${wide(100)}, '', ${JSON.stringify({ type: 'pdf-split', options: {} })}::jsonb,
        ${JSON.stringify({ cron: '0 6 1 1 *', timeZone: 'UTC' })}::jsonb, now() + interval '1 day')`.execute(
    db,
  );
  await sql`
    insert into trigger_log (trigger_id, key, version, outcome, message)
      select ${ids.triggers}, ${wide(250)} || n, '1', 'skipped', ${wide(200)} from generate_series(1, 500) n`.execute(
    db,
  );

  await sql`insert into job_failures (diagnostic_id, job_id, workspace_id, attempt, reason, outcome, engines, stderr, detail)
    select case when n = 0 then ${ids.failures}::uuid else gen_random_uuid() end, ${ids.jobs}, ${home}, 1,
      'engine_error', 'failed', '{pdfium}', ${'x'.repeat(4096)}, ${'y'.repeat(4096)} from generate_series(0, 200) n`.execute(
    db,
  );
  const hook = await ada.ok<{ id: string }>('POST', at('/webhooks'), { url: 'https://example.com/hook' });
  ids.webhooks = hook.id;
  await sql`insert into events (workspace_id, job_id, type)
    select ${home}, id, 'job.completed' from unnest(${jobs}::text[]) id`.execute(db);
  const { events } = await ada.ok<{ events: { id: string }[] }>('GET', at('/events?limit=1'));
  ids.deliveries = events[0]!.id;
  await sql`insert into deliveries (webhook_id, event_id, line, position, due_at)
    select ${hook.id}, id, id::text, position, now() from events on conflict do nothing`.execute(db);
  await sql`insert into delivery_attempts (webhook_id, event_id, number, at, duration_ms, status, answer)
    select ${hook.id}, d.event_id, n, now(), 1, 500, ${'z'.repeat(4096)} from deliveries d, generate_series(1, 100) n`.execute(
    db,
  );
  const { link } = await ada.ok<{ link: string }>('POST', at('/invitations'), {
    email: 'eve@example.com',
    role: 'viewer',
  });
  ids.invitations = link.split('#token=')[1]!;
}

const at = (path: string) => `/workspaces/${home}${path}`;

beforeAll(async () => {
  service = await startService();
  ({ person: ada, workspaceId: home } = await firstUser(service));
  client = await service.client({ workspaceId: home, scopes: [...scopes] });
  await fill();
});
afterAll(() => service.stop());

/** The path segment before a parameter says what the parameter stands for. */
function addressOf(path: string): string {
  const known: Record<string, string> = { ...ids, workspaces: home, versions: '1' };
  return path.replace(/([^/]+)\/\{[^}]+\}/g, (_, word: string) => {
    const id = known[word];
    if (id === undefined) throw new Error(`no ${word} to ask ${path} for`);
    return `${word}/${id}`;
  });
}

/** Downloads are as large as their files. */
const files = /^\/(uploads|downloads|zips)\//;

test.each(takeSome(['public', 'workspace'], 1))(
  'no response to a GET request of the %s API exceeds the size limit',
  async api => {
    const base = `${service.url}/api/${api}`;
    const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as OpenApi;
    const read = Object.keys(paths).filter(path => paths[path]!.get && !files.test(path));
    expect(read.length).toBeGreaterThan(10);
    const sizes = new Map<string, number>();
    for (const path of read) {
      const { parameters = [] } = paths[path]!.get as { parameters?: { name: string }[] };
      const asked = new URLSearchParams({
        ...(parameters.some(({ name }) => name === 'limit') && { limit: '100' }),
        // The deliveries of a job need the job's id.
        ...(path === '/operator/deliveries' && { jobId: ids.jobs }),
      });
      const response = await fetch(`${base}${addressOf(path)}?${asked}`, {
        headers: api === 'public' ? { authorization: `Bearer ${client.key}` } : { cookie: ada.cookie },
      });
      const { length } = await response.bytes();
      expect([path, response.status]).toEqual([path, 200]);
      sizes.set(path, length);
    }
    const tooLarge = [...sizes].filter(([, bytes]) => bytes > limits.answerBytes);
    expect(tooLarge).toEqual([]);
  },
);

test('the job list returns file counts instead of files, and fewer jobs per page if the jobs are large', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const { body }: { body: { jobs: Job[]; nextCursor: string | null } } = await client.get(
      `/jobs?limit=100${cursor ? `&cursor=${cursor}` : ''}`,
    );
    for (const { id, result, inputs, inputCount } of body.jobs) {
      seen.push(id);
      expect(result).not.toHaveProperty('files');
      expect([inputs.length, inputCount]).toEqual([limits.listedInputs, 500]);
    }
    cursor = body.nextCursor;
    pages += 1;
  } while (cursor);
  expect(new Set(seen).size).toBe(111);
  expect(pages).toBeGreaterThan(2);
});

test.runIf(runsAll)(
  'a job with thousands of files shows the first hundred, and paging returns each file exactly once',
  async () => {
    const { body: job } = await client.get<Job>(`/jobs/${ids.jobs}`);
    expect(job.result).toMatchObject({ fileCount, files: { length: 100 } });
    expect(job.inputs).toHaveLength(500);
    const indexes: number[] = [];
    let cursor: string | null = null;
    do {
      const { body }: { body: { files: ResultFile[]; nextCursor: string | null } } = await client.get(
        `/jobs/${ids.jobs}/files?limit=200${cursor ? `&cursor=${cursor}` : ''}`,
      );
      for (const file of body.files) indexes.push(file.index);
      expect(body.files[0]!.downloadUrl).toContain('/downloads/');
      cursor = body.nextCursor;
    } while (cursor);
    expect(indexes).toEqual(Array.from({ length: fileCount }, (_, n) => n));
    const wrong = await client.get<{ code: string }>(`/jobs/${ids.jobs}/files?cursor=nonsense`);
    expect([wrong.status, wrong.body.code]).toEqual([400, 'validation_failed']);
  },
);

test('an output beyond the first hundred can be used as the input of a run', async () => {
  await sql`update recipes set steps = '[{"name":"one","jobType":"pdf-split","tab":"pdf","options":{"mode":"pages"}}]'
    where id = ${ids.recipes}`.execute(service.db);
  const { status, body } = await client.post<{ inputArtifactId: string }>(`/recipes/${ids.recipes}/runs`, {
    inputJobId: ids.jobs,
    inputOutputIndex: 5000,
  });
  expect([status, body.inputArtifactId]).toEqual([201, `${ids.jobs}5000`]);
});
