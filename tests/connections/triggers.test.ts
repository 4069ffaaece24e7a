import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Batch } from '../../src/contract/schemas/batch.ts';
import type { Trigger, TriggerLog } from '../../src/contract/schemas/trigger.ts';
import { scopes } from '../../src/contract/states.ts';
import { record } from '../../src/domain/work/triggers/log.ts';
import type { ErrorBody } from '../support/client.ts';
import { until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Awaited<ReturnType<TestService['client']>>;
let allowed: string;
beforeAll(async () => {
  allowed = await mkdtemp(join(tmpdir(), 'filemill-folder-'));
  await mkdir(join(allowed, 'in'));
  await mkdir(join(allowed, 'out'));
  service = await startService('all', { CONNECTION_FOLDERS: allowed });
  client = await service.client({ scopes: [...scopes] });
  for (const name of ['in', 'out'])
    await client.expect(client.post('/connections', { name, kind: 'folder', path: join(allowed, name) }));
});
afterAll(async () => {
  await service?.stop();
  await rm(allowed, { recursive: true });
});

const csv = 'name,n\nAda,1\n';
const work = { type: 'document-convert', options: { outputFormat: 'json' } };
const create = (body: object) => client.post<Trigger & ErrorBody>('/triggers', { ...work, ...body });
const readLog = async (id: string) =>
  (await client.expect(client.get<TriggerLog>(`/triggers/${id}/log`))).entries;
/** Makes a trigger due now. */
const makeDue = (id: string) =>
  sql`update triggers set due_at = now() where id = ${id} and due_at > now() + interval '5 seconds'`.execute(
    service.db,
  );

test('every new file of a folder is processed once, after it is complete', async () => {
  await writeFile(join(allowed, 'in/old.csv'), csv);
  const made = await create({
    name: 'New files',
    watch: { connection: 'in', pattern: '*.csv', everySeconds: 3600 },
    output: { connection: 'out', key: '{name}.{ext}' },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { enabled: true, watch: { prefix: '', existing: false } },
  });
  const { id } = made.body;
  await until(async () => (await readLog(id)).length === 1, 'the first list');
  expect(await readLog(id)).toMatchObject([
    { key: 'old.csv', outcome: 'skipped', message: expect.any(String) },
  ]);
  await writeFile(join(allowed, 'in/part'), csv);
  await rename(join(allowed, 'in/part'), join(allowed, 'in/new.csv'));
  await writeFile(join(allowed, 'in/other.txt'), csv);
  const count = async (outcome: string) =>
    (await readLog(id)).filter(entry => entry.outcome === outcome).length;
  await until(async () => {
    await makeDue(id);
    return (await count('started')) === 1;
  }, 'the new file');
  await until(async () => (await readdir(join(allowed, 'out'))).includes('new.json'), 'its result');
  // Two further listings start nothing.
  const claim = async () =>
    (await service.db.selectFrom('triggers').select('claim').where('id', '=', id).executeTakeFirstOrThrow())
      .claim;
  const before = await claim();
  await until(async () => {
    await makeDue(id);
    return (await claim()) >= before + 2;
  }, 'two more lists');
  expect(await count('started')).toBe(1);
  const { batches } = await client.expect(client.get<{ batches: Batch[] }>('/batches'));
  expect(batches).toHaveLength(1);
  // A changed file is new, and the log does not keep a version that was never complete.
  await record(service.db, id, { key: 'new.csv', version: 'half' }, 'waiting');
  await writeFile(join(allowed, 'in/new.csv'), `${csv}Eve,2\n`);
  await until(async () => {
    await makeDue(id);
    return (await count('started')) === 2;
  }, 'the changed file');
  expect(await count('waiting')).toBe(0);
  await client.expect(client.send<Trigger>('PATCH', `/triggers/${id}`, { enabled: false }));
  expect((await client.expect(client.get<Trigger>(`/triggers/${id}`))).nextAt).toBeUndefined();
});

test('a change replaces the work and the place, whose present files are skipped, and keeps what it leaves out', async () => {
  const { id } = (await create({ name: 'Before', watch: { connection: 'in', pattern: 'x*.csv' } })).body;
  const change = (body: object) => client.send<Trigger & ErrorBody>('PATCH', `/triggers/${id}`, body);
  await until(async () => {
    const row = service.db.selectFrom('triggers').select('began').where('id', '=', id);
    return (await row.executeTakeFirstOrThrow()).began;
  }, 'the first list');
  await mkdir(join(allowed, 'in/other'), { recursive: true });
  await writeFile(join(allowed, 'in/other/there.csv'), csv);
  const watch = { connection: 'in', prefix: 'other/', everySeconds: 30 };
  const output = { connection: 'out', key: 'changed/{name}.{ext}' };
  const changed = await change({ name: 'After', options: { outputFormat: 'tsv' }, watch, output });
  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'After', type: 'document-convert', options: { outputFormat: 'tsv' }, watch },
  });
  await until(async () => (await readLog(id)).length === 1, 'the list of the other place');
  expect(await readLog(id)).toMatchObject([{ key: 'other/there.csv', outcome: 'skipped' }]);
  await writeFile(join(allowed, 'in/other/late.csv'), csv);
  await until(async () => {
    await makeDue(id);
    return existsSync(join(allowed, 'out/changed/late.tsv'));
  }, 'the result of the changed work');
  expect((await change({ output: null })).body.output).toBeUndefined();
  expect((await change({ type: 'image-convert', options: {} })).status).toBe(400);
  expect((await change({ schedule: { cron: '0 * * * *' } })).body.details?.[0]?.path).toBe('schedule');
  expect((await client.expect(client.get<Trigger>(`/triggers/${id}`))).type).toBe('document-convert');
  await client.send('DELETE', `/triggers/${id}`);
});

test('a schedule starts one batch each time, and logs why it starts none', async () => {
  const schedule = { cron: '0 6 * * 1-5', timeZone: 'Europe/Berlin' };
  const inputs = { connection: 'in', prefix: '', pattern: 'old.csv' };
  const made = await create({ name: 'Mornings', schedule, inputs });
  expect(made.status).toBe(201);
  const { id, nextAt } = made.body;
  expect(new Date(nextAt!).getTime()).toBeGreaterThan(Date.now());
  await makeDue(id);
  await until(async () => (await readLog(id)).length === 1, 'the batch');
  const [entry] = await readLog(id);
  expect(entry).toMatchObject({ outcome: 'started', batchId: expect.stringMatching(/^bat_/) });
  await until(
    async () => (await client.expect(client.get<Batch>(`/batches/${entry!.batchId}`))).status === 'completed',
    'the end of the batch',
  );
  expect((await client.expect(client.get<Trigger>(`/triggers/${id}`))).nextAt).toBe(nextAt);
  await rm(join(allowed, 'in/old.csv'));
  await makeDue(id);
  await until(async () => (await readLog(id)).length === 2, 'the next time');
  expect(await readLog(id)).toMatchObject([{ outcome: 'skipped', message: 'No file matched.' }, {}]);
  expect((await client.send('DELETE', `/triggers/${id}`)).status).toBe(204);
});

test('an invalid trigger is refused, and triggers are invisible to other workspaces', async () => {
  const watch = { connection: 'in' };
  const refuse = async (body: object) => (await create({ name: 'Wrong', ...body })).body.details?.[0]?.path;
  expect(await refuse({})).toBe('watch');
  expect(await refuse({ schedule: { cron: '61 * * * *' }, inputs: watch })).toBe('schedule.cron');
  expect(await refuse({ schedule: { cron: '0 * * * *' } })).toBe('inputs');
  expect(await refuse({ watch, output: { connection: 'out', key: 'same.json' } })).toBe('output.key');
  // Results that the trigger would find as new files again.
  for (const [files, key] of [
    [{}, 'done/{name}.{ext}'],
    [{ pattern: 'sub/order-?.json', prefix: 'a/' }, 'a/sub/{name}.{ext}'],
    [{ pattern: '**/*.json' }, '{date}/{name}.json'],
  ] as const)
    expect(await refuse({ watch: { ...watch, ...files }, output: { connection: 'in', key } })).toBe(
      'output.key',
    );
  for (const [files, key] of [
    [{ pattern: '*.csv' }, '{name}.{ext}'],
    [{ pattern: '*' }, 'done/{name}.{ext}'],
    [{ prefix: 'orders/' }, 'done/{name}.{ext}'],
  ] as const) {
    const accepted = await create({
      name: 'Elsewhere',
      enabled: false,
      watch: { ...watch, ...files },
      output: { connection: 'in', key },
    });
    expect(accepted.status).toBe(201);
    await client.send('DELETE', `/triggers/${accepted.body.id}`);
  }
  expect((await create({ name: 'New files', watch })).body.details?.[0]?.path).toBe('name');
  const { triggers } = await client.expect(client.get<{ triggers: Trigger[] }>('/triggers'));
  const other = await service.client({ scopes: [...scopes] });
  expect((await other.get(`/triggers/${triggers[0]!.id}`)).status).toBe(404);
  expect((await other.get(`/triggers/${triggers[0]!.id}/log`)).status).toBe(404);
  const foreign = await other.post<ErrorBody>('/triggers', { ...work, name: 'Foreign', watch });
  expect(foreign.status).toBe(404);
});
