import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Recipe, RecipeRun } from '../../src/contract/schemas/recipe.ts';
import { png } from '../support/samples.ts';
import { type Installation, openInstallation } from './installation.ts';

const chaosSeconds = Number(process.env.CHAOS_SECONDS ?? 25);
const runCount = 2 * chaosSeconds;
const steps = 8;

let installation: Installation;
beforeAll(async () => {
  installation = await openInstallation('apart');
});
afterAll(() => installation?.close());

test('every run of eight steps ends, and each step takes effect once, whatever is killed', async () => {
  const { client, fleet, workspaceId, chance } = installation;
  const formats = ['webp', 'png'];
  const recipe = await client.send<Recipe>('POST', '/recipes', {
    name: 'There and back',
    description: '',
    steps: Array.from({ length: steps }, (_, i) => ({
      name: `Step ${i}`,
      jobType: 'image-convert',
      config: {
        tab: 'image',
        processingMode: 'server',
        image: { outputFormat: formats[i % 2], lossless: i % 2 === 0 },
      },
    })),
  });
  const bytes = png(20, 10);
  const job = await client.create(
    '/jobs',
    {
      type: 'image-convert',
      filename: 'a.png',
      fileSize: bytes.length,
      contentType: 'image/png',
      options: { outputFormat: 'webp' },
    },
    'input',
  );
  await client.upload(job.uploadUrl!, new Uint8Array(bytes));
  const { inputs } = await client.get(job.id);
  const inputArtifactId = inputs[0]!.artifactId!;

  const wreaking = installation.wreak(chaosSeconds);
  const ids: string[] = [];
  await Promise.all(
    Array.from({ length: 10 }, async (_, lane) => {
      for (let i = lane; i < runCount; i += 10) {
        const run = await client.send<RecipeRun>(
          'POST',
          `/recipes/${recipe.id}/runs`,
          { inputArtifactId },
          { 'idempotency-key': `run-${i}` },
        );
        ids.push(run.id);
        await sleep(chance() * 3000);
      }
    }),
  );
  await wreaking;
  const runs: RecipeRun[] = [];
  for (const id of ids)
    for (;;) {
      const run = await client.send<RecipeRun>('GET', `/recipe-runs/${id}`);
      if (['completed', 'failed', 'canceled'].includes(run.status)) {
        runs.push(run);
        break;
      }
      await sleep(300);
    }
  const completed = runs.filter(run => run.status === 'completed');
  console.log(`kills ${JSON.stringify(fleet.kills)}, ${completed.length} of ${runCount} runs completed`);
  expect(new Set(ids).size).toBe(runCount);
  expect(completed.length).toBeGreaterThan(runCount * 0.7);
  for (const run of completed)
    expect(run.steps.map(step => [step.status, step.outputs.length])).toEqual(
      Array.from({ length: steps }, () => ['completed', 1]),
    );
  const last = Buffer.from(await client.download(completed[0]!.steps.at(-1)!.outputs[0]!.downloadUrl!));
  expect([last.readUInt32BE(16), last.readUInt32BE(20)]).toEqual([20, 10]);

  await installation.inspect(async db => {
    const twice =
      await sql`select run_id, step_index from jobs where run_id is not null group by 1, 2 having count(*) > 1`.execute(
        db,
      );
    expect(twice.rows).toEqual([]);
    const odd =
      await sql`select run_id from events where type like 'run.%' group by run_id having count(*) <> 1`.execute(
        db,
      );
    expect(odd.rows).toEqual([]);
    const jobEvents =
      await sql`select job_id from events where type in ('job.completed', 'job.failed') group by job_id having count(*) <> 1`.execute(
        db,
      );
    expect(jobEvents.rows).toEqual([]);
    const ran = await sql<{
      n: number;
    }>`select count(*) as n from jobs where run_id is not null and (status = 'completed' or failure_reason <> 'engine_error')`.execute(
      db,
    );
    const used = await sql<{
      used: number;
    }>`select sum(used)::int as used from usage_counters where workspace_id = ${workspaceId} and quota = 'operations'`.execute(
      db,
    );
    expect(used.rows[0]!.used).toBe(ran.rows[0]!.n);
  });
}, 500_000);
