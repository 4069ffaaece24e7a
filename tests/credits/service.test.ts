import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import type { JobTypeList, Usage } from '../../src/contract/schemas/service.ts';
import { computeCredits } from '../../src/domain/metering/credits/charge.ts';
import { readLedger } from '../../src/domain/metering/credits/ledger.ts';
import { findFailure } from '../../src/domain/work/failures/failures.ts';
import type { ErrorBody } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

const jobsDir = fileURLToPath(new URL('../support/jobs', import.meta.url));
let service: TestService;

beforeAll(async () => {
  service = await startService('all', {}, jobsDir);
});
afterAll(() => service?.stop());

type Client = Awaited<ReturnType<TestService['client']>>;

/** Creates a client in a workspace with this many credits per month; null means no limit. */
async function clientWith(perMonth: number | null): Promise<Client> {
  const client = await service.client();
  const plan = `p-${client.workspaceId.slice(-8)}`;
  await sql`insert into plans select (jsonb_populate_record(p, ${JSON.stringify({ id: plan, ai_credits_per_month: perMonth })}::jsonb)).*
    from plans p where id = 'enterprise'`.execute(service.db);
  await service.db
    .updateTable('workspaces')
    .set({ plan_id: plan })
    .where('id', '=', client.workspaceId)
    .execute();
  return client;
}

const request = (options: object) => ({
  type: 'meter',
  filename: 'a.txt',
  contentType: 'text/plain',
  fileSize: 3,
  options,
});

async function uploaded(client: Client, options: object): Promise<CreatedJob> {
  const job = await client.create(request(options));
  await client.upload(job.uploadUrl!, 'abc');
  return job;
}

async function started(client: Client, options: object): Promise<Job> {
  const { id } = await uploaded(client, options);
  return client.expect(client.post<Job>(`/jobs/${id}/start`));
}

const run = async (client: Client, options: object) => client.end((await started(client, options)).id);

/** Returns the ledger, oldest entry first, and its balance. */
async function ledger({ workspaceId }: Client) {
  const { balance, entries } = await readLedger(service.db, workspaceId, { limit: 100 });
  const shown = entries
    .reverse()
    .map(({ kind, amount, jobId }) => ({ kind, amount, ...(jobId && { jobId }) }));
  return { balance, entries: shown };
}

const aiCredits = async (client: Client) =>
  (await client.expect(client.get<Usage>('/usage'))).quotas.ai_credits;
const operations = async (client: Client) =>
  (await client.expect(client.get<Usage>('/usage'))).quotas.operations.used;

const nextMonth = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
};

test.each([
  [{ unit: 'minute', size: 1, amount: 1 }, 0, 1],
  [{ unit: 'minute', size: 1, amount: 1 }, 60, 1],
  [{ unit: 'minute', size: 1, amount: 2 }, 0, 2],
  [{ unit: 'minute', size: 1, amount: 2 }, 60.5, 4],
  [{ unit: 'megapixel', size: 4, amount: 1 }, 4_000_000, 1],
  [{ unit: 'megapixel', size: 4, amount: 1 }, 4_000_001, 2],
] as const)('%o: %d units cost %d credits', (credits, measured, cost) => {
  expect(computeCredits(credits, measured)).toBe(cost);
});

test('job types list their prices', async () => {
  const client = await clientWith(1);
  const { jobTypes } = await client.expect(client.get<JobTypeList>('/job-types'));
  expect(jobTypes.find(({ id }) => id === 'meter')).toMatchObject({
    credits: { unit: 'minute', size: 1, amount: 2 },
  });
  expect(jobTypes.find(({ id }) => id === 'nap')).not.toHaveProperty('credits');
});

describe('a job', () => {
  test('reserves one credit at its start, the rest once its price is known, and spends them when it completes', async () => {
    const client = await clientWith(100);
    const job = await started(client, { seconds: 150 });
    expect(job.credits).toBe(1);
    const { id: jobId, status, credits } = await client.end(job.id);
    expect({ status, credits }).toEqual({ status: 'completed', credits: 6 });
    expect(await ledger(client)).toEqual({
      balance: 94,
      entries: [
        { kind: 'allowance', amount: 100 },
        { kind: 'reservation', amount: -1, jobId },
        { kind: 'reservation', amount: -5, jobId },
        { kind: 'settlement', amount: 0, jobId },
      ],
    });
    expect(await aiCredits(client)).toEqual({ used: 6, limit: 100, resetsAt: nextMonth() });
  });

  test('that fails after three attempts has reserved once, and releases its reservation', async () => {
    const client = await clientWith(100);
    const { id: jobId, status, credits } = await run(client, { seconds: 61, ending: 'fails' });
    expect({ status, credits }).toEqual({ status: 'failed', credits: 0 });
    expect(await ledger(client)).toEqual({
      balance: 100,
      entries: [
        { kind: 'allowance', amount: 100 },
        { kind: 'reservation', amount: -1, jobId },
        { kind: 'reservation', amount: -3, jobId },
        { kind: 'release', amount: 4, jobId },
      ],
    });
    expect(await aiCredits(client)).toMatchObject({ used: 0, limit: 100 });
  });

  test.each(['cancel', 'erase'])('that is stopped by %s releases its reservation', async how => {
    const client = await clientWith(100);
    const { id } = await started(client, { seconds: 60, ending: 'waits' });
    await expect.poll(async () => (await client.get(`/jobs/${id}`)).body.credits).toBe(2);
    if (how === 'cancel') await client.expect(client.post(`/jobs/${id}/cancel`));
    else await client.expect(client.send('DELETE', `/jobs/${id}`));
    const { balance, entries } = await ledger(client);
    expect(balance).toBe(100);
    expect(entries.at(-1)).toEqual({ kind: 'release', amount: 2, jobId: id });
  });

  test.each([
    ['cancel', 42, 3],
    ['erase', 99, 6],
    ['cancel', 0, 1],
  ])(
    'that is stopped by %s at %i percent, after sending partial text, is charged in proportion',
    async (how, percent, spent) => {
      const client = await clientWith(100);
      const { id } = await started(client, { seconds: 150, percent, ending: 'waits' });
      const hasText = async () =>
        (await sql`select from job_partials where job_id = ${id}`.execute(service.db)).rows.length > 0;
      await expect.poll(hasText).toBe(true);
      if (how === 'cancel') {
        const canceled = await client.expect(client.post(`/jobs/${id}/cancel`));
        expect(canceled).toMatchObject({ status: 'canceled', credits: spent });
      } else await client.expect(client.send('DELETE', `/jobs/${id}`));
      const { balance, entries } = await ledger(client);
      expect(balance).toBe(100 - spent);
      const released = spent < 6 ? [{ kind: 'release', amount: 6 - spent, jobId: id }] : [];
      expect(entries.slice(3)).toEqual([...released, { kind: 'settlement', amount: 0, jobId: id }]);
      expect(await aiCredits(client)).toMatchObject({ used: spent, limit: 100 });
    },
  );

  test('that costs more than the balance fails with limit_exceeded, and releases its reservation', async () => {
    const client = await clientWith(5);
    const job = await run(client, { seconds: 121 });
    expect(job).toMatchObject({ status: 'failed', credits: 0, failure: { reason: 'limit_exceeded' } });
    expect(await ledger(client)).toMatchObject({ balance: 5, entries: [{}, { amount: -1 }, { amount: 1 }] });
    expect(await run(client, { seconds: 120 })).toMatchObject({ status: 'completed', credits: 4 });
  });

  test('is refused at creation and at start if no credits are left, and nothing is counted', async () => {
    const client = await clientWith(2);
    const waiting = await uploaded(client, { seconds: 1 });
    await run(client, { seconds: 1 });
    const before = await ledger(client);
    const counted = await operations(client);
    const refusal = {
      status: 429,
      body: { code: 'quota_exceeded', quotaKey: 'ai_credits', resetsAt: nextMonth() },
    };
    expect(await client.post<ErrorBody>(`/jobs/${waiting.id}/start`)).toMatchObject(refusal);
    expect(await client.post<ErrorBody>('/jobs', request({ seconds: 1 }))).toMatchObject(refusal);
    expect((await client.get(`/jobs/${waiting.id}`)).body).toMatchObject({ status: 'pending', credits: 0 });
    expect(await ledger(client)).toEqual(before);
    expect(await operations(client)).toBe(counted);
    const nap = { ...request({ ms: 1 }), type: 'nap' };
    expect((await client.post('/jobs', nap)).status).toBe(201);
  });

  test('reserves once, even if it is started repeatedly or its creation is replayed', async () => {
    const client = await clientWith(3);
    const key = { 'idempotency-key': 'one' };
    const first = await client.create(request({ seconds: 1 }), key);
    await client.upload(first.uploadUrl!, 'abc');
    const starts = await Promise.all([1, 2, 3, 4].map(() => client.post(`/jobs/${first.id}/start`)));
    expect(starts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await client.end(first.id);
    await client.expect(client.post(`/jobs/${first.id}/start`));
    expect((await client.create(request({ seconds: 1 }), key)).id).toBe(first.id);
    expect((await ledger(client)).balance).toBe(1);
  });

  test('on a plan without a limit is still recorded in the ledger', async () => {
    const client = await clientWith(null);
    const { id: jobId } = await run(client, { seconds: 60_000 });
    expect(await ledger(client)).toEqual({
      balance: 0,
      entries: [
        { kind: 'allowance', amount: 1 },
        { kind: 'reservation', amount: -1, jobId },
        { kind: 'allowance', amount: 1999 },
        { kind: 'reservation', amount: -1999, jobId },
        { kind: 'settlement', amount: 0, jobId },
      ],
    });
    expect(await aiCredits(client)).toEqual({ used: 2000, resetsAt: nextMonth() });
  });

  test('without a price is not recorded in the ledger', async () => {
    const client = await clientWith(0);
    const nap = { type: 'nap', filename: 'a.txt', bytes: Buffer.from('abc') };
    expect(await client.run(nap, { ms: 1 })).toMatchObject({ status: 'completed', credits: 0 });
    expect(await ledger(client)).toEqual({ balance: 0, entries: [] });
  });
});

describe('a recipe', () => {
  const step = (seconds: number) => ({
    name: `${seconds} s`,
    jobType: 'meter',
    config: { tab: 'ai', processingMode: 'server', ai: { seconds } },
  });

  async function runRecipe(client: Client, ...seconds: number[]) {
    const { id } = await client.expect(
      client.post<Recipe>('/recipes', { name: 'r', description: '', steps: seconds.map(step) }),
    );
    const nap = { type: 'nap', filename: 'a.txt', bytes: Buffer.from('abc') };
    const { result } = await client.run(nap, { ms: 1 });
    const inputArtifactId = result!.files[0]!.artifactId;
    return client.post<RecipeRun>(`/recipes/${id}/runs`, { inputArtifactId });
  }

  async function endOf(client: Client, runId: string): Promise<RecipeRun> {
    const read = async () => (await client.get<RecipeRun>(`/recipe-runs/${runId}`)).body;
    await expect.poll(async () => (await read()).status).toMatch(/completed|failed/);
    return read();
  }

  test('reserves for its first step at the start, and for the next when it is queued', async () => {
    const client = await clientWith(10);
    const { body } = await runRecipe(client, 60, 120);
    const ended = await endOf(client, body.id);
    const [first, second] = ended.steps.map(each => each.jobId!);
    expect(ended.status).toBe('completed');
    expect(await ledger(client)).toEqual({
      balance: 4,
      entries: [
        { kind: 'allowance', amount: 10 },
        { kind: 'reservation', amount: -1, jobId: first },
        { kind: 'reservation', amount: -1, jobId: first },
        { kind: 'settlement', amount: 0, jobId: first },
        { kind: 'reservation', amount: -1, jobId: second },
        { kind: 'reservation', amount: -3, jobId: second },
        { kind: 'settlement', amount: 0, jobId: second },
      ],
    });
  });

  test('whose next step has no credits left fails with limit_exceeded, and the operator sees the cause', async () => {
    const client = await clientWith(2);
    const { body } = await runRecipe(client, 60, 60);
    const ended = await endOf(client, body.id);
    expect(ended).toMatchObject({
      status: 'failed',
      steps: [{ status: 'completed' }, { status: 'failed', failure: { reason: 'limit_exceeded' } }],
    });
    const { detail } = await findFailure(service.db, ended.steps[1]!.failure!.diagnosticId);
    expect(detail).toBe('no credits are left for the next step of the run');
    expect((await ledger(client)).balance).toBe(0);
    // The operations of the nap and the step that ran count; the third one's was returned.
    expect(await operations(client)).toBe(2);
  });

  test('without credits for its first step is refused, and nothing is counted', async () => {
    const client = await clientWith(0);
    const { status, body } = await runRecipe(client, 60, 60);
    expect({ status, body }).toMatchObject({ status: 429, body: { quotaKey: 'ai_credits' } });
    expect(await operations(client)).toBe(1);
    expect(await ledger(client)).toEqual({ balance: 0, entries: [] });
  });
});
