import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Filemill } from '@filemill/client';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openServer } from '../../src/cli/backend/server.ts';
import { Roots } from '../../src/cli/mcp/roots.ts';
import { createSession } from '../../src/cli/mcp/server.ts';
import type { Estimate } from '../../src/contract/schemas/estimate.ts';
import type { Database } from '../../src/db/database.ts';
import { findExpectedMs } from '../../src/domain/work/estimates/expected-time.ts';
import { limits } from '../../src/settings/limits.ts';
import { pdf, png } from '../support/samples.ts';
import { useSharedService } from '../support/use-service.ts';

const service = useSharedService();
const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));

const picture = {
  type: 'image-convert',
  filename: 'a.png',
  fileSize: png(6, 4).length,
  contentType: 'image/png',
  options: { outputFormat: 'webp' },
};

test('an estimate returns engines, operations and the expected time, and stores nothing', async () => {
  const client = await service.client();
  const count = async () =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from jobs where workspace_id = ${client.workspaceId}`.execute(service.db)
    ).rows[0]!.n;
  for (let i = 0; i < 3; i += 1)
    await client.run({ type: 'image-convert', filename: 'a.png', bytes: png(6, 4) }, picture.options);
  const before = await count();
  const { status, body } = await client.post<Estimate>('/jobs/estimate', picture);
  expect(status).toBe(200);
  expect(body).toMatchObject({ accepted: true, operations: 1, credits: 0, warnings: [] });
  expect(body.engines).toEqual([{ name: 'sharp', version: expect.stringMatching(/^\d/) }]);
  expect(body.expectedMs).toBeGreaterThan(0);
  expect(body.expectedMs).toBeLessThan(60_000);
  const { filename: _, fileSize: __, contentType: ___, ...fetched } = picture;
  const unseen = await client.expect(
    client.post<Estimate>('/jobs/estimate', { ...fetched, inputUrl: 'https://example.com/a' }),
  );
  expect(unseen.expectedMs).toBeGreaterThan(0);
  expect(await count()).toBe(before);
  const usage = await client.expect(client.get<{ quotas: { operations: { used: number } } }>('/usage'));
  expect(usage.quotas.operations.used).toBe(3);
});

test("the workspace's own jobs count, however many others have ended since", async () => {
  const client = await service.client();
  const other = await service.client();
  const shape = {
    type: 'pdf-rotate',
    format: 'pdf',
    bytes: 1000,
    needs: ['only-in-this-test'],
    options: {},
  } as const;
  const undone = new Error('the jobs are not kept');
  const addJobs = (db: Database, workspaceId: string, type: string, count: number) =>
    sql`
    with made as (
      insert into jobs (id, workspace_id, source, type, options, expires_at, needs, status, completed_at, duration_ms)
        select ${`${workspaceId}-${type}-`} || n, ${workspaceId}, 'api', ${type}, '{}', now(), ${shape.needs}, 'completed',
          clock_timestamp() + interval '1 hour', 700 from generate_series(1, ${sql.lit(count)}) n returning id
    ) insert into job_inputs (job_id, index, filename, content_type, format, file_size)
      select id, 0, 'a.pdf', 'application/pdf', 'pdf', 1000 from made`.execute(db);
  await service.db
    .transaction()
    .execute(async trx => {
      const db = trx as Database;
      await addJobs(db, client.workspaceId, shape.type, 3);
      await addJobs(db, other.workspaceId, 'image-convert', limits.estimate.recentJobs);
      const find = (workspaceId: string) =>
        findExpectedMs(db, { ...shape, needs: [...shape.needs], workspaceId });
      expect(await find(client.workspaceId)).toBe(700);
      expect(await find(other.workspaceId)).toBeUndefined();
      throw undone;
    })
    .catch(error => {
      if (error !== undone) throw error;
    });
});

test('invalid options and files that are too large are reported as warnings instead of refused', async () => {
  const client = await service.client({ plan: 'developer' });
  const wrong = await client.expect(
    client.post<Estimate>('/jobs/estimate', { ...picture, options: { outputFormat: 'webp', quality: 900 } }),
  );
  expect(wrong).toMatchObject({ accepted: false, operations: 0, engines: [] });
  expect(wrong.warnings[0]).toMatchObject({ code: 'validation_failed', path: 'options.quality' });
  const large = await client.expect(
    client.post<Estimate>('/jobs/estimate', { ...picture, fileSize: 3_000_000_000 }),
  );
  expect(large.warnings[0]).toMatchObject({ code: 'file_too_large' });
  const type = await client.expect(
    client.post<Estimate>('/jobs/estimate', {
      ...picture,
      type: 'pdf-split',
      options: {},
    }),
  );
  expect(type.warnings[0]).toMatchObject({ code: 'invalid_file_type' });
  const unknown = await client.post('/jobs/estimate', { ...picture, optoins: {} });
  expect(unknown.status).toBe(400);
});

test("an exhausted quota is a warning, and another workspace's artifact is not found", async () => {
  const client = await service.client({ plan: 'developer' });
  await sql`insert into usage_counters (workspace_id, quota, window_start, used)
    values (${client.workspaceId}, 'operations', date_trunc('month', now() at time zone 'UTC')::date, 20000)`.execute(
    service.db,
  );
  const used = await client.expect(client.post<Estimate>('/jobs/estimate', picture));
  expect(used).toMatchObject({ accepted: false, warnings: [{ code: 'quota_exceeded' }] });
  const other = await service.client();
  const job = await other.run({ type: 'pdf-rotate', filename: 'a.pdf', bytes: pdf(['one']) }, { angle: 90 });
  const body = { type: 'pdf-rotate', inputArtifactId: job.inputs[0]!.artifactId, options: { angle: 90 } };
  expect((await client.post('/jobs/estimate', body)).status).toBe(404);
  expect((await other.post<Estimate>('/jobs/estimate', body)).body.accepted).toBe(true);
});

test('the client, the command line and MCP return estimates', async () => {
  const { key } = (await service.client()) as { key: string };
  const client = new Filemill({ baseUrl: service.url, apiKey: key });
  expect(await client.estimate(png(6, 4), { filename: 'a.png', to: 'webp' })).toMatchObject({
    accepted: true,
    operations: 1,
  });
  const dir = await mkdtemp(join(tmpdir(), 'filemill-estimate-'));
  await writeFile(join(dir, 'a.png'), png(6, 4));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, 'convert', 'a.png', '--to', 'webp', '--estimate', '--json', '--server', service.url],
      { cwd: dir, env: { PATH: process.env.PATH, HOME: dir, FILEMILL_API_KEY: key } },
    );
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ input: 'a.png', accepted: true, operations: 1 }] });

    const backend = openServer({ url: service.url, key });
    const session = await createSession(backend, await Roots.open([dir], []), '1');
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const mcp = new McpClient({ name: 'test', version: '1' });
    await Promise.all([session.server.connect(ours), mcp.connect(theirs)]);
    const answer = await mcp.callTool({
      name: 'estimate_job',
      arguments: { type: 'image-convert', file: join(dir, 'a.png'), options: picture.options },
    });
    const [said] = answer.content as { text: string }[];
    expect(JSON.parse(said!.text)).toMatchObject({ accepted: true, operations: 1 });
    await mcp.close();
    await session.close();
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
