import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import { registerWorker } from '../../src/domain/installation/engines.ts';
import { loadPlans } from '../../src/domain/people/plans/plans.ts';
import type { Claim } from '../../src/queue/claim.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { claimJobs, completeJob } from '../support/queue.ts';
import { byHand, type Known, result } from './by-hand.ts';

let database: FreshDatabase;
let db: Database;
let queue: ReturnType<typeof byHand>;

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, { max: 4, onError: () => {} }));
  await loadPlans(db, undefined);
  await registerWorker(db, 'one', { engines: { 'model:large': '1', 'model:small': '1' }, facts: {} });
  queue = byHand(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function start(ws: string, ...models: string[]): Promise<Known> {
  const job = await queue.create(ws, '1 hour', { needs: models.map(name => `model:${name}`) });
  await queue.upload(job);
  expect(await queue.start(job)).toBe('started');
  return job;
}

const claim = (most: number, maxWithModels: number, fitting: string[]): Promise<Claim[]> =>
  claimJobs(db, {
    workerId: `w-${randomUUID()}`,
    most,
    leaseSeconds: 60,
    engines: [],
    models: { most: maxWithModels, fitting: fitting.map(name => `model:${name}`) },
  });

const idsOf = (claims: Claim[]) => claims.map(({ id }) => id);

test('model jobs have their own places, and are claimed in order if their models fit', async () => {
  const { ws } = await queue.workspace({ concurrency: 20 });
  const large = await start(ws, 'large');
  const small = await start(ws, 'small');
  const both = await start(ws, 'small', 'large');
  const plain = await start(ws);
  expect(idsOf(await claim(5, 0, ['large', 'small']))).toEqual([plain.id]);
  expect(idsOf(await claim(5, 5, []))).toEqual([]);
  const [first, ...others] = await claim(5, 5, ['small']);
  expect(first).toMatchObject({ id: small.id, runsModels: true });
  expect(others).toEqual([]);
  expect(idsOf(await claim(5, 1, ['large', 'small']))).toEqual([large.id]);
  expect(idsOf(await claim(5, 1, ['large', 'small']))).toEqual([both.id]);
});

test('waiting model jobs leave a slot for other jobs of the workspace, within its limit', async () => {
  const { ws } = await queue.workspace({ concurrency: 3 });
  for (let made = 0; made < 6; made++) await start(ws, 'large');
  const plain = await start(ws);
  const next = await start(ws);
  const [other] = await claim(9, 0, []);
  expect(other!.id).toBe(plain.id);
  const running = await claim(9, 9, ['large']);
  expect(running.length).toBe(2);
  const [held] = running;
  await completeJob(db, held!, result(), undefined);
  // The slot of a model job goes to the next model job, and that of another job to the next job without a model.
  expect((await claim(9, 9, ['large'])).map(({ runsModels }) => runsModels)).toEqual([true]);
  await completeJob(db, other!, result(), undefined);
  expect(idsOf(await claim(9, 9, ['large']))).toEqual([next.id]);
});

test('with one slot a workspace runs its jobs in order of arrival', async () => {
  const { ws } = await queue.workspace({ concurrency: 1 });
  const model = await start(ws, 'large');
  await start(ws);
  expect(idsOf(await claim(9, 9, ['large']))).toEqual([model.id]);
  expect(await claim(9, 9, ['large'])).toEqual([]);
});

test('a worker filled by one workspace claims one job of each kind from another workspace', async () => {
  const [first, second] = [
    await queue.workspace({ concurrency: 9 }),
    await queue.workspace({ concurrency: 9 }),
  ];
  const workerId = `w-${randomUUID()}`;
  const ask = (most: number, guests: number) =>
    claimJobs(db, {
      ...{ workerId, most, guests, leaseSeconds: 60, engines: [] },
      models: { most, guests, fitting: ['model:large'] },
    });
  for (let made = 0; made < 3; made++) await start(first.ws);
  for (let made = 0; made < 3; made++) await start(first.ws, 'large');
  const [plain, model] = [await start(second.ws), await start(second.ws, 'large')];
  // While places are free, the order of tags decides; the reserved place is for a workspace without a running job.
  const filling = await ask(2, 0);
  const rest = new Set(filling.map(({ workspaceId }) => workspaceId));
  expect(rest).toEqual(new Set([first.ws, second.ws]));
  expect(await ask(0, 1)).toEqual([]);
  for (const claim of filling.filter(({ workspaceId }) => workspaceId === second.ws))
    await completeJob(db, claim, result(), undefined);
  const [again, anew] = [await start(second.ws), await start(second.ws, 'large')];
  expect(idsOf(await ask(0, 1)).sort()).toEqual([again.id, anew.id].sort());
  expect(await ask(0, 1)).toEqual([]);
  expect(idsOf(filling)).toEqual(expect.arrayContaining([plain.id, model.id]));
});
