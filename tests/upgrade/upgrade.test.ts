import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreBackup } from '../../src/backup/restore.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { makeConnection } from '../../src/db/external-server.ts';
import { openStorage } from '../../src/open-data.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { Client } from '../support/client.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { freshDatabase } from '../support/database.ts';
import { runsAll } from '../support/needs.ts';
import { startProcess } from '../support/processes/service-process.ts';
import { startService } from '../support/service.ts';
import { Receiver } from '../webhooks/support/receiver.ts';
import { Person } from '../workspace/support/person.ts';
import {
  checkOut,
  commit,
  digest,
  downloadJob,
  downloadRun,
  type Kept,
  runRecipe,
  useEarlier,
} from './earlier.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
afterAll(() => receiver.stop());

/** Checks that everything created with the earlier version works on a service of this version. */
async function expectKept(url: string, kept: Kept): Promise<void> {
  const client = new Client(url, kept.key);
  for (const { jobId, sha256 } of kept.results) {
    expect(await client.expect(client.get(`/jobs/${jobId}`))).toMatchObject({ status: 'completed' });
    expect(digest(await downloadJob(client, jobId))).toBe(sha256);
  }
  const { id, reason } = kept.failedJob;
  expect((await client.get(`/jobs/${id}`)).body).toMatchObject({ status: 'failed', failure: { reason } });
  // The job was started before the upgrade, and runs after it.
  expect(await client.end(kept.queuedJob)).toMatchObject({ status: 'completed' });
  expect(Buffer.from(await downloadJob(client, kept.queuedJob)).toString()).toContain('later');

  const earlierRun = await client.expect(client.get<RecipeRun>(`/recipe-runs/${kept.run.id}`));
  expect(digest(await downloadRun(client, earlierRun))).toBe(kept.run.sha256);
  expect((await client.get(`/recipes/${kept.recipe.id}`)).body).toMatchObject({ name: kept.recipe.name });
  const laterRun = await runRecipe(client, kept.recipe.id);
  expect(laterRun.status).toBe('completed');
  expect(digest(await downloadRun(client, laterRun))).toBe(kept.run.sha256);

  const person = new Person(url);
  expect((await person.signIn(kept.email)).body.user).toMatchObject({ name: 'Ada', operator: true });
}

test('jobs, files, keys, recipes, users and webhooks work after restoring a backup of an earlier version', async () => {
  const kept = JSON.parse(readFileSync(new URL('kept.json', import.meta.url), 'utf8')) as Kept;
  const database = await freshDatabase();
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  await pool.query('drop schema public cascade; create schema public').finally(() => pool.end());
  const dataDir = await makeDataDir();
  const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: database.url });
  const manifest = await restoreBackup(
    new URL('installation', import.meta.url).pathname,
    { file: join(dataDir, 'secret.key') },
    async () => ({ connection: makeConnection(database.url), storage: await openStorage(config) }),
    () => {},
  );
  expect(manifest.migrations).toHaveLength(20);
  const env = { DATA_DIR: dataDir, WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${receiver.port}` };
  const service = await startService('all', env, undefined, database);
  try {
    await expectKept(service.url, kept);
    const { id, secret } = kept.webhook;
    const client = await service.client({
      workspaceId: kept.workspaceId,
      scopes: ['webhooks:read', 'webhooks:write'],
    });
    await client.expect(client.send('PATCH', `/webhooks/${id}`, { url: receiver.url }));
    await client.expect(client.post(`/webhooks/${id}/test`));
    await receiver.count(1);
    const { body, headers } = receiver.received[0]!;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** A copy of the sources without their history cannot start the earlier version. */
const hasHistory = (): boolean => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{tree}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

test.skipIf(!runsAll || !hasHistory())(
  'starting this version upgrades an installation in place',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'filemill-upgrade-'));
    try {
      await mkdir(join(folder, 'checkout'));
      await checkOut(join(folder, 'checkout'));
      const dataDir = join(folder, 'data');
      const kept = await useEarlier(join(folder, 'checkout'), dataDir);
      const service = await startProcess({ DATA_DIR: dataDir });
      await expectKept(service.url!, kept).finally(service.stop);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
