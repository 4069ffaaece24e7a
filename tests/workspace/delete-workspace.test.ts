import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../src/contract/schemas/audit.ts';
import { scopes } from '../../src/contract/states.ts';
import { createKey } from '../../src/domain/people/keys/keys.ts';
import { purgeDeletedWorkspaces } from '../../src/domain/work/deleted-workspaces/purge.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import { png } from '../support/samples.ts';
import { useService } from '../support/use-service.ts';
import { firstUser, joined, type Person } from './support/person.ts';

const folder = mkdtempSync(join(tmpdir(), 'filemill-delete-'));
const service = useService('api', { CONNECTION_FOLDERS: folder, DATABASE_FILE_BYTES: '0' });
let ada: Person;
let home: string;
let member: Person;
beforeAll(async () => {
  ({ person: ada, workspaceId: home } = await firstUser(service));
});
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = png(5, 5);
const upload = { filename: 'a.png', fileSize: bytes.length, contentType: 'image/png' };
const recipe = {
  name: 'Smaller',
  steps: [
    {
      jobType: 'image-convert',
      config: { tab: 'image', processingMode: 'server', image: { outputFormat: 'webp' } },
    },
  ],
};

/** Fills a workspace with one of everything that can be there without a worker. */
async function fill(workspaceId: string) {
  const client = await service.client({ workspaceId, scopes: [...scopes] });
  const job = await client.create({
    type: 'image-convert',
    options: { outputFormat: 'webp' },
    callbackUrl: 'https://example.com/called',
    ...upload,
  });
  await client.upload(job.uploadUrl!, bytes);
  const started = await client.expect(client.post<{ status: string }>(`/jobs/${job.id}/start`));
  expect(started.status).toBe('queued');
  const { artifactId } = (await client.get(`/jobs/${job.id}`)).body.inputs[0]!;
  const { id: recipeId } = await client.expect(client.post<{ id: string }>('/recipes', recipe));
  const runs = [];
  for (const key of ['1', '2'])
    runs.push(
      await client.expect(
        client.post<{ id: string }>(
          `/recipes/${recipeId}/runs`,
          { inputArtifactId: artifactId },
          { 'idempotency-key': key },
        ),
      ),
    );
  // One of the runs stands for the check of a golden file, which nobody else can cancel.
  await sql`update recipe_runs set golden_file_id = 'gold' where id = ${runs[1]!.id}`.execute(service.db);
  const work = { type: 'image-convert', options: { outputFormat: 'png' } };
  await client.expect(client.post('/batches', { ...work, inputs: [{ inputArtifactId: artifactId }] }));
  await client.expect(client.post('/connections', { name: 'in', kind: 'folder', path: folder }));
  const watch = { connection: 'in', prefix: '' };
  await client.expect(client.post('/triggers', { name: 'new files', watch, ...work }));
  await ada.ok('POST', `/workspaces/${workspaceId}/webhooks`, { url: 'https://example.com/hook' });
  await ada.ok('POST', `/workspaces/${workspaceId}/invitations`, { email: 'x@example.com', role: 'member' });
  return { client, jobId: job.id };
}

/** Lists the tables that have rows of a workspace. */
async function listTables(workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where column_name = 'workspace_id' and table_schema = 'public' order by 1`.execute(service.db);
  const filled = [];
  for (const { table_name: table } of rows) {
    const found =
      await sql`select from ${sql.table(table)} where workspace_id = ${workspaceId} limit 1`.execute(
        service.db,
      );
    if (found.rows.length > 0) filled.push(table);
  }
  return filled;
}

const countFiles = () =>
  readdirSync(join(service.dataDir, 'storage'), { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  ).length;

test('a workspace is deleted with its work, files, keys and members, and others keep theirs', async () => {
  const storage = await openLocalStorage(join(service.dataDir, 'storage'));
  const lab = await ada.ok<{ id: string }>('POST', '/workspaces', { name: 'Lab & Co' });
  ({ person: member } = await joined(ada, lab.id, 'admin', 'grace@example.com'));
  const other = await fill(home);
  const filesBefore = countFiles();
  const { client, jobId } = await fill(lab.id);
  expect(countFiles()).toBeGreaterThan(filesBefore);
  expect(await listTables(lab.id)).toEqual(
    expect.arrayContaining([
      'artifacts',
      'batches',
      'connections',
      'jobs',
      'recipes',
      'triggers',
      'webhooks',
    ]),
  );

  const remove = (by: Person, name: string) =>
    by.send('DELETE', `/workspaces/${lab.id}?name=${encodeURIComponent(name)}`);
  expect((await remove(member, 'Lab & Co')).status).toBe(403);
  expect(await remove(ada, 'Lab')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect((await client.get(`/jobs/${jobId}`)).body.status).toBe('queued');
  expect((await remove(ada, 'Lab & Co')).status).toBe(204);

  expect((await remove(ada, 'Lab & Co')).status).toBe(404);
  expect((await member.get(`/workspaces/${lab.id}`)).status).toBe(404);
  expect((await client.get(`/jobs/${jobId}`)).status).toBe(401);
  await expect(createKey(service.db, { workspaceId: lab.id })).rejects.toMatchObject({ code: 'not_found' });
  const { workspaces } = await ada.ok<{ workspaces: { id: string }[] }>('GET', '/operator/workspaces');
  expect(workspaces.map(({ id }) => id)).toEqual([home]);
  const log = await ada.ok<{ entries: AuditEntry[] }>('GET', '/operator/audit-log?limit=1');
  expect(log.entries).toMatchObject([
    {
      action: 'workspace.deleted',
      workspaceId: lab.id,
      actor: { name: 'ada@example.com' },
      target: { id: lab.id, name: 'Lab & Co' },
    },
  ]);

  const purge = (rowMinutes: number) => purgeDeletedWorkspaces(service.db, storage, { batch: 2, rowMinutes });
  await purge(60);
  expect(countFiles()).toBe(filesBefore);
  const { rows } = await sql<{ status: string }>`
    select status from jobs where workspace_id = ${lab.id} union select status from recipe_runs
    where workspace_id = ${lab.id} union select status from batches where workspace_id = ${lab.id}`.execute(
    service.db,
  );
  expect(rows.map(({ status }) => status)).toEqual(['canceled']);
  await purge(0);
  // These hold no content: what was used, and who changed what. Keys are deleted later, as other revoked ones.
  expect(await listTables(lab.id)).toEqual([
    'api_keys',
    'audit_entries',
    'storage_counters',
    'usage_counters',
  ]);
  expect((await other.client.get(`/jobs/${other.jobId}`)).body).toMatchObject({
    status: 'queued',
    inputs: [{ artifactId: expect.any(String) }],
  });
});
