import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { runsAll } from '../support/needs.ts';
import { startWorkerProcess, testJobs, type WorkerProcess } from '../support/processes/worker-process.ts';
import { useService } from '../support/use-service.ts';

/** This process answers requests; jobs run in separate processes, as in a fleet. */
const secret = { SECRET_KEY: 'x'.repeat(32), DATABASE_FILE_BYTES: '0' };
const service = useService('api', secret, testJobs);
const workers: WorkerProcess[] = [];
afterAll(async () => {
  for (const worker of workers) for (const signal of ['SIGCONT', 'SIGTERM'] as const) worker.kill(signal);
  await Promise.all(workers.map(({ ended }) => ended));
});

/** Longer than a lease here, so that the other worker takes over the job. */
const stallMs = 4000;

async function startWorker(): Promise<WorkerProcess> {
  const { databaseUrl, dataDir } = service;
  const worker = await startWorkerProcess({
    ...secret,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    WORKER_CONCURRENCY: '1',
    TEST_LIMITS: JSON.stringify({ leaseSeconds: 2, heartbeatSeconds: 0.5, attempts: 5 }),
    TEST_BLOCK_MS: String(stallMs),
  });
  workers.push(worker);
  return worker;
}

const stalls = {
  'is stopped': async (worker: WorkerProcess) => {
    worker.kill('SIGSTOP');
    await sleep(stallMs);
    worker.kill('SIGCONT');
  },
  'has its event loop blocked': async (worker: WorkerProcess) => {
    worker.kill('SIGUSR2');
    await sleep(stallMs);
  },
};

test.each(Object.entries(stalls).slice(0, runsAll ? undefined : 1))(
  "a run's step ends once, and continues the run once, if its worker %s for longer than its lease",
  async (_, stall) => {
    const client = await service.client();
    const nap = (ms: number) => ({
      name: 'Nap',
      jobType: 'nap',
      config: { tab: 'data', processingMode: 'server', data: { ms } },
    });
    const held = await client.create({
      ...{ type: 'nap', filename: 'a.txt', contentType: 'text/plain', fileSize: 3, options: { ms: 1 } },
    });
    await client.upload(held.uploadUrl!, 'zzz');
    const { artifactId } = (
      await client.expect(client.get<{ inputs: { artifactId: string }[] }>(`/jobs/${held.id}`))
    ).inputs[0]!;
    const recipe = await client.expect(
      client.post<Recipe>('/recipes', {
        name: 'Two naps',
        description: 'For a test',
        steps: [nap(3000), nap(10)],
      }),
    );
    await Promise.all([startWorker(), startWorker()]);
    const run = await client.expect(
      client.post<RecipeRun>(`/recipes/${recipe.id}/runs`, { inputArtifactId: artifactId }),
    );
    const jobs = async () => {
      const { rows } = await sql<{ id: string; status: string; attempt: number; worker_id: string }>`
        select id, status, attempt, worker_id from jobs where run_id = ${run.id} order by step_index`.execute(
        service.db,
      );
      return rows;
    };
    await expect.poll(async () => (await jobs())[0]?.status).toBe('processing');
    // A worker's name contains its process id.
    const { worker_id } = (await jobs())[0]!;
    await stall(workers.find(({ pid }) => worker_id.split('-').at(-2) === String(pid))!);
    await expect
      .poll(async () => (await client.expect(client.get<RecipeRun>(`/recipe-runs/${run.id}`))).status, {
        timeout: 100_000,
      })
      .toBe('completed');
    // The lost attempt may end only now.
    await sleep(2000);
    const [first, second, ...more] = await jobs();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ status: 'completed', attempt: 2 });
    expect(second).toMatchObject({ status: 'completed', attempt: 1 });
    const { rows: events } = await sql<{ type: string; count: number }>`
      select type, count(*) from events where workspace_id = ${client.workspaceId} group by type order by type`.execute(
      service.db,
    );
    expect(events).toEqual(
      expect.arrayContaining([
        { type: 'job.completed', count: 2 },
        { type: 'job.started', count: 2 },
      ]),
    );
    const { rows: used } = await sql<{ used: number }>`
      select distinct used from usage_counters where workspace_id = ${client.workspaceId}`.execute(
      service.db,
    );
    expect(used).toEqual([{ used: 2 }]);
    const { rows: outputs } = await sql<{ job_id: string }>`
      select job_id from artifacts where role = 'output' and workspace_id = ${client.workspaceId}`.execute(
      service.db,
    );
    expect(outputs.map(({ job_id }) => job_id).sort()).toEqual([first!.id, second!.id].sort());
    // No file of the lost attempt is left.
    const stored = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8' });
    expect(stored.filter(path => path.includes(`${first!.id}/1/`))).toEqual([]);
    for (const worker of workers.splice(0)) {
      worker.kill('SIGTERM');
      await worker.ended;
    }
  },
  300_000,
);
