import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Finding, scrubAll } from '../../src/domain/files/integrity/scrub.ts';
import { withRows } from '../../src/domain/files/small-files/read.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import { MissingFile, type Storage } from '../../src/storage/storage.ts';
import { startService, type TestService } from '../support/service.ts';

const csv = 'name,n\nAda,1\n';
const request = {
  type: 'document-convert',
  filename: 'a.csv',
  fileSize: csv.length,
  contentType: 'text/csv',
  options: { outputFormat: 'json' },
};

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

let service: TestService;
let storage: Storage;
let files: Storage;
beforeAll(async () => {
  service = await startService('all');
  files = await openLocalStorage(join(service.dataDir, 'storage'));
  storage = withRows(files, service.db, 16_384);
});
afterAll(() => service.stop());

const artifactsOf = async (jobId: string) =>
  (
    await sql<{
      id: string;
      storage_key: string;
      content: Buffer | null;
    }>`select id, storage_key, content from artifacts where job_id = ${jobId} order by role`.execute(
      service.db,
    )
  ).rows;

async function countFiles(): Promise<number> {
  let count = 0;
  for await (const _ of files.list()) count++;
  return count;
}

async function finish(client: Awaited<ReturnType<TestService['client']>>) {
  const { options, fileSize: _, ...file } = request;
  const { id, status, result } = await client.run({ ...file, bytes: Buffer.from(csv) }, options);
  expect(status).toBe('completed');
  return { id, url: result!.downloadUrl! };
}

test('the files of a small job are stored only in their rows, and are returned unchanged', async () => {
  const client = await service.client();
  const before = await countFiles();
  const { id, url } = await finish(client);
  const [input, output] = await artifactsOf(id);
  expect(input?.content?.toString()).toBe(csv);
  const made = await fetch(url).then(answer => answer.text());
  expect(JSON.parse(made)).toEqual([{ name: 'Ada', n: '1' }]);
  expect(output?.content?.toString()).toBe(made);
  expect(await countFiles()).toBe(before);
  const part = await fetch(url, { headers: { range: 'bytes=1-4' } });
  expect(part.status).toBe(206);
  expect(await part.text()).toBe(made.slice(1, 5));
});

test('every storage method reads a file that is stored in a row', async () => {
  const { id } = await finish(await service.client());
  const [input] = await artifactsOf(id);
  const key = input!.storage_key;
  const sha256 = createHash('sha256').update(csv).digest('hex');
  const dir = await mkdtemp(join(tmpdir(), 'filemill-rows-'));
  expect((await storage.read(key, { start: 5, end: 8 })).toString()).toBe(csv.slice(5, 9));
  expect(await storage.size(key)).toBe(csv.length);
  expect(await storage.digest(key)).toEqual({ size: csv.length, sha256 });
  expect(await storage.lendTo(key, join(dir, 'lent'))).toBe(false);
  expect(await storage.copyTo(key, join(dir, 'copy'))).toEqual({ size: csv.length, sha256 });
  expect(await readFile(join(dir, 'copy'), 'utf8')).toBe(csv);
  await rm(dir, { recursive: true });
});

test('deleting a row deletes its file, and the check reports a changed row as damaged', async () => {
  const client = await service.client();
  const [kept, erased] = [await finish(client), await finish(client)];
  const [, output] = await artifactsOf(kept.id);
  const [gone] = await artifactsOf(erased.id);
  await client.send('DELETE', `/jobs/${erased.id}`);
  await expect(storage.read(gone!.storage_key)).rejects.toThrow(MissingFile);
  expect((await fetch(erased.url)).status).toBe(404);
  await sql`update artifacts set content = 'other'::bytea where id = ${output!.id}`.execute(service.db);
  const found: Finding[] = [];
  await scrubAll(service.db, storage, finding => void found.push(finding));
  expect(found).toEqual([{ artifactId: output!.id, damage: 'length' }]);
});

test('an upload that replaces another removes the earlier file', async () => {
  const client = await service.client();
  const job = await client.create(request);
  await client.upload(job.uploadUrl!, Buffer.from(csv));
  const again = csv.replace('Ada', 'Eve');
  await client.upload(job.uploadUrl!, Buffer.from(again));
  const rows = await artifactsOf(job.id);
  expect(rows.map(({ content }) => content?.toString())).toEqual([again]);
});

test('DATABASE_FILE_BYTES=0 stores all files in the storage', async () => {
  const plain = await startService(undefined, { DATABASE_FILE_BYTES: '0' });
  try {
    const client = await plain.client();
    const job = await client.create(request);
    await client.upload(job.uploadUrl!, Buffer.from(csv));
    const { rows } = await sql<{
      storage_key: string;
      content: Buffer | null;
    }>`select storage_key, content from artifacts where job_id = ${job.id}`.execute(plain.db);
    expect(rows[0]?.content).toBeNull();
    const own = await openLocalStorage(join(plain.dataDir, 'storage'));
    expect((await own.read(rows[0]!.storage_key)).toString()).toBe(csv);
  } finally {
    await plain.stop();
  }
});

test('doctor --storage includes small files', async () => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from artifacts where content is not null`.execute(service.db);
  expect(rows[0]!.n).toBeGreaterThan(0);
  await sql`delete from artifacts where octet_length(content) <> size`.execute(service.db);
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'doctor', '--storage', '--json'], {
    env: { ...process.env, DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl },
  });
  expect(JSON.parse(stdout)).toMatchObject({ damaged: [] });
});

test('without a sandbox a one-request job finds its file before the row is committed', async () => {
  const bare = await startService('all', { SANDBOX: 'off' });
  try {
    const client = await bare.client();
    // The second one runs speculatively.
    for (let i = 0; i < 3; i++) {
      const answer = await fetch(`${client.base}/convert/json?filename=a.csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.key}`, 'content-type': 'text/csv' },
        body: csv,
      });
      expect(await answer.json()).toEqual([{ name: 'Ada', n: '1' }]);
    }
    const { rows } = await sql`select from job_failures`.execute(bare.db);
    expect(rows).toEqual([]);
  } finally {
    await bare.stop();
  }
});
