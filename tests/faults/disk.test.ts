import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import { embeddedConnection } from '../../src/db/embedded/embedded.ts';
import { type Service, start } from '../../src/main.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import { printedChance } from '../support/chance.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { isMissing } from '../support/needs.ts';
import { RetryingClient } from '../support/retrying-client.ts';
import { kinds, runKind, type StartedJob } from './support/kinds.ts';
import { shortenLeases } from './support/limits.ts';
import { expectAllEnd, expectNothingOrphaned, expectOnce } from './support/once.ts';
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'filemill-disk-'));
const mounted = mountSmallDisk(dataDir, 300);
const refused = 'refused' in mounted && mounted.refused;
const disk = mounted as SmallDisk;
const title = refused ? ` (skipped: ${refused})` : '';

describe.skipIf(isMissing(!refused))(`a full disk under the whole installation${title}`, () => {
  let service: Service;
  let client: RetryingClient;
  let db: Database;
  beforeAll(async () => {
    shortenLeases();
    await makeDataDir(undefined, dataDir);
    const config = loadConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_FILE_BYTES: '0' });
    service = await start(config, pino({ level: process.env.TEST_LOG ?? 'silent' }));
    client = new RetryingClient(service.url!, service.firstKey!.key);
    client.giveUpAt = Date.now() + 100_000;
    const connection = (await embeddedConnection(dataDir))!;
    db = openDatabase(openPool(connection, { max: 2, onError: () => {} }));
  });
  afterAll(async () => {
    await disk.free();
    await db?.destroy();
    await service?.stop();
    await disk.unmount();
    await rm(dataDir, { recursive: true, force: true });
  });

  const storageSays = async (): Promise<string> =>
    ((await (await fetch(`${service.url}/readyz`)).json()) as { checks: Record<string, string> }).checks
      .storage!;

  test('uploads get 503, jobs wait for space, and nothing is lost or left incomplete', async () => {
    const chance = printedChance('disk full');
    const failing = kinds.findIndex(kind => kind.fails);
    // One job has failed before, so that the table has a page for the next failure: an empty table has no space.
    const startedJobs: StartedJob[] = [await runKind(client, 0), await runKind(client, failing)];
    await expectAllEnd(client, startedJobs);
    // It is uploaded while there is space, but there is none for its output.
    const [kind] = kinds;
    const waiting = await client.create('/jobs', kind!.body!(kind!.files), 'waiting');
    await client.upload(waiting.uploadUrl!, new Uint8Array(kind!.files[0]!));
    const late = await client.create('/jobs', kind!.body!(kind!.files), 'late');

    await disk.fill();
    await expect.poll(storageSays).toBe('failing');
    const refused = await fetch(late.uploadUrl!, {
      method: 'PUT',
      body: new Uint8Array(kind!.files[0]!),
    });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const lanes = Array.from({ length: 4 }, async (_, i) => {
      startedJobs.push(await runKind(client, 1 + i + Math.floor(chance() * 3) * 7));
    });
    const started = client.start(waiting.id);
    startedJobs.push({ kind: kind!, id: waiting.id });
    await expect
      .poll(
        async () => {
          const { rows } = await db
            .selectFrom('job_failures')
            .select('outcome')
            .where('job_id', '=', waiting.id)
            .execute()
            .then(
              found => ({ rows: found }),
              // The database is on the same disk.
              () => ({ rows: [] }),
            );
          return rows.length;
        },
        { timeout: 90_000 },
      )
      .toBeGreaterThan(0);

    await disk.free();
    await started;
    await Promise.all(lanes);
    await client.upload(late.uploadUrl!, new Uint8Array(kind!.files[0]!));
    await client.start(late.id);
    startedJobs.push({ kind: kind!, id: late.id });
    const ended: Job[] = await expectAllEnd(client, startedJobs);
    expect(ended.filter(job => job.status === 'failed').length).toBe(
      startedJobs.filter(each => each.kind.fails).length,
    );
    await expect.poll(storageSays).toBe('ok');
    const { workspace_id } = await db.selectFrom('jobs').select('workspace_id').executeTakeFirstOrThrow();
    await expectOnce(db, workspace_id, ended);
    await expectNothingOrphaned(db, await openLocalStorage(join(dataDir, 'storage')));
  });
});
