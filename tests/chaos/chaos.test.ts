import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Artifact } from '../../src/contract/schemas/artifact.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { runKind, type StartedJob } from '../faults/support/kinds.ts';
import { expectAllEnd, expectOnce } from '../faults/support/once.ts';
import { runsAll } from '../support/needs.ts';
import { png } from '../support/samples.ts';
import { type Installation, openInstallation } from './installation.ts';

const chaosSeconds = Number(process.env.CHAOS_SECONDS ?? (runsAll ? 30 : 15));
const jobCount = 3 * chaosSeconds;
const runCount = Math.ceil(chaosSeconds / 2);
const steps = 8;
/** The time for the remaining work after the chaos, on a slow machine. */
const patienceMs = 200_000 + 300 * chaosSeconds;

let installation: Installation;
beforeAll(async () => {
  installation = await openInstallation();
});
afterAll(() => installation?.close());

/** Work is spread over the chaos, so that every fault meets jobs in every state. */
async function inLanes(lanes: number, count: number, make: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const meanMs = (1000 * chaosSeconds * lanes) / count;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < count) {
        await make(next++);
        await sleep(installation.chance() * meanMs);
      }
    }),
  );
}

async function makeRecipe(): Promise<{ recipe: Recipe; inputArtifactId: string }> {
  const { client } = installation;
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
  const file = { filename: 'a.png', contentType: 'image/png', fileSize: bytes.length };
  const { id, upload } = await client.send<Artifact>('POST', '/artifacts', file);
  await client.upload(upload!.url, new Uint8Array(bytes), upload!.headers);
  return { recipe, inputArtifactId: id };
}

async function endRun(id: string): Promise<RecipeRun> {
  for (;;) {
    const run = await installation.client.send<RecipeRun>('GET', `/recipe-runs/${id}?wait=5`);
    if (['completed', 'failed', 'canceled'].includes(run.status)) return run;
  }
}

/** Collects the details of attempts that no fault should have ended. */
const readFailures = () =>
  installation.withDatabase(
    async db =>
      (
        await sql`
        select j.type, f.attempt, f.reason, f.program, f.exit_code, f.signal, right(f.stderr, 500) as stderr,
            right(f.detail, 500) as detail
          from job_failures f join jobs j on j.id = f.job_id
          where f.reason <> 'engine_error' and j.type <> 'image-convert' limit 5`.execute(db)
      ).rows,
  );

/** Every job must have exactly one end, however often it was reported. */
async function expectDelivered(ids: string[]): Promise<number> {
  const { receiver } = installation;
  const countEnds = () => {
    const ends = new Map<string, Set<string>>();
    for (const { event, headers } of receiver.received)
      if (/^job\.(completed|failed)$/.test(event.type))
        ends.set(event.data.id, (ends.get(event.data.id) ?? new Set()).add(headers['webhook-id']!));
    return ends;
  };
  await expect
    .poll(() => ids.filter(id => !countEnds().has(id)), { timeout: patienceMs, interval: 500 })
    .toEqual([]);
  expect([...countEnds()].filter(([, ends]) => ends.size !== 1)).toEqual([]);
  return receiver.received.length;
}

test(
  'every acknowledged job and run ends exactly once, with complete files, usage and events, and no leftovers',
  async () => {
    const { client, struck, workspaceId } = installation;
    const { recipe, inputArtifactId } = await makeRecipe();
    const startedJobs: StartedJob[] = [];
    const runs: string[] = [];
    await Promise.all([
      installation.wreak(chaosSeconds),
      inLanes(12, jobCount, async index => void startedJobs.push(await runKind(client, index))),
      inLanes(6, runCount, async index => {
        const path = `/recipes/${recipe.id}/runs`;
        const key = { 'idempotency-key': `run-${index}` };
        runs.push((await client.send<RecipeRun>('POST', path, { inputArtifactId }, key)).id);
      }),
    ]);

    console.log(`chaos: ${JSON.stringify(struck)}`);
    // From here on nothing fails, however long recovery took on a busy machine.
    client.giveUpAt = Date.now() + patienceMs;
    const ended = await expectAllEnd(client, startedJobs).catch(async error => {
      console.log('chaos: failures', await readFailures());
      throw error;
    });
    const endedRuns: RecipeRun[] = [];
    for (const id of runs) endedRuns.push(await endRun(id));
    const completed = ended.filter(job => job.status === 'completed');
    const completedRuns = endedRuns.filter(run => run.status === 'completed');
    const deliveries = await expectDelivered(ended.map(job => job.id));
    console.log(
      `chaos: ${completed.length} of ${jobCount} jobs completed (${startedJobs.filter(each => each.kind.fails).length} are to fail), ${completedRuns.length} of ${runCount} runs, ${deliveries} deliveries`,
    );
    expect(completed.length).toBeGreaterThan(jobCount * 0.6);
    expect(completedRuns.length).toBeGreaterThan(runCount * 0.6);
    for (const run of completedRuns)
      expect(run.steps.map(step => [step.status, step.outputs.length])).toEqual(
        Array.from({ length: steps }, () => ['completed', 1]),
      );
    const last = Buffer.from(await client.download(completedRuns[0]!.steps.at(-1)!.outputs[0]!.downloadUrl!));
    expect([last.readUInt32BE(16), last.readUInt32BE(20)]).toEqual([20, 10]);

    await installation.inspect(async db => {
      await expectOnce(db, workspaceId, ended);
      expect(new Set(runs).size).toBe(runCount);
      const twice = await sql`
        select run_id, step_index from jobs where run_id is not null group by 1, 2 having count(*) > 1`.execute(
        db,
      );
      expect(twice.rows).toEqual([]);
      const odd = await sql`
        select run_id from events where type like 'run.%' group by run_id having count(*) <> 1`.execute(db);
      expect(odd.rows).toEqual([]);
    });
  },
  2 * (chaosSeconds * 1000 + patienceMs),
);
