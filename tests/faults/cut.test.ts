import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import { printedChance } from '../support/chance.ts';
import { freshDatabase } from '../support/database.ts';
import { RetryingClient } from '../support/retrying-client.ts';
import { type ProxiedDatabase, proxiedDatabase } from '../support/servers/proxied-database.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Kind, runKind, type StartedJob } from './support/kinds.ts';
import { shortenLeases } from './support/limits.ts';
import { expectAllEnd, expectNothingOrphaned, expectOnce } from './support/once.ts';

const jobsDir = fileURLToPath(new URL('../support/jobs', import.meta.url));
const jobCount = 40;

/** Creates a job that costs credits in steps, and one in a single request. */
const kinds: Kind[] = [
  {
    path: '/jobs',
    files: [Buffer.from('abc')],
    body: () => ({
      type: 'meter',
      filename: 'a.txt',
      contentType: 'text/plain',
      fileSize: 3,
      options: { seconds: 90 },
    }),
    check: ([out]) => expect(out!.toString()).toBe('charged for 90'),
  },
  {
    submitted: ['/run/nap?ms=20', 'a.txt'],
    files: [Buffer.from('zzz')],
    check: ([out]) => expect(out!.toString()).toBe('slept 20'),
  },
];

let database: ProxiedDatabase;
let service: TestService;
beforeAll(async () => {
  shortenLeases();
  database = await proxiedDatabase(await freshDatabase());
  service = await startService('all', {}, jobsDir, database);
});
afterAll(() => service?.stop());

test('each job is created, ended and charged once, although database connections are cut at random', async () => {
  const chance = printedChance('cut connections');
  const { key, workspaceId } = await service.client();
  const client = new RetryingClient(service.url, key!);
  client.giveUpAt = Date.now() + 100_000;
  const cuts = { request: 0, answer: 0 };
  database.proxy.judge = (from, bytes) => {
    if (from === 'client') {
      if (chance() >= 0.02) return undefined;
      cuts.request += 1;
      return Math.floor(chance() * bytes);
    }
    // The server has handled the request, but its response is lost.
    if (chance() >= 0.04) return undefined;
    cuts.answer += 1;
    return 'cut';
  };
  const startedJobs: StartedJob[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (next < jobCount) startedJobs.push(await runKind(client, next++, kinds));
    }),
  );
  const ended = await expectAllEnd(client, startedJobs);
  database.proxy.judge = undefined;
  const failed = ended.filter(job => job.status === 'failed').length;
  console.log(`cut connections: ${JSON.stringify(cuts)}, ${jobCount} jobs, ${failed} failed`);
  expect(cuts.request).toBeGreaterThan(0);
  expect(cuts.answer).toBeGreaterThan(0);
  expect(failed).toBeLessThan(jobCount / 5);
  await expectOnce(service.db, workspaceId, ended);
  // A completed job has been charged four credits, any other none.
  const wrong = await sql`
    select j.id, j.status, array_agg(c.kind || ' ' || c.amount order by c.created_at) as entries
      from jobs j left join credit_entries c on c.job_id = j.id
      where j.workspace_id = ${workspaceId} and j.type = 'meter' group by j.id
      having coalesce(sum(c.amount), 0) <> case j.status when 'completed' then -4 else 0 end
        or count(*) filter (where c.kind = 'settlement') <> (j.status = 'completed')::int`.execute(
    service.db,
  );
  expect(wrong.rows).toEqual([]);
  await expectNothingOrphaned(service.db, await openLocalStorage(join(service.dataDir, 'storage')));
});
