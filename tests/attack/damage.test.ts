import { execFile } from 'node:child_process';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import { scrub } from '../../src/domain/files/integrity/scrub.ts';
import { getPath } from '../../src/storage/local/keys.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';
import type { Client } from '../support/client.ts';
import { png } from '../support/samples.ts';
import { makePngBytes } from '../support/transfers.ts';
import { useService } from '../support/use-service.ts';

/** Damage to stored files, by a failing disk or somebody with access to it. */
const service = useService('all', { DATABASE_FILE_BYTES: '0' });
let client: Client;
beforeAll(async () => {
  client = await service.client();
});

async function pathOfArtifact(id: string): Promise<string> {
  const { storage_key } = await service.db
    .selectFrom('artifacts')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return getPath(join(service.dataDir, 'storage/files'), storage_key);
}

const flip = async (path: string, at: number) => {
  const bytes = await readFile(path);
  bytes[at]! ^= 1;
  await writeFile(path, bytes);
};

/** Uploads an input of this size, and returns its artifact and download URL. */
async function uploadFile(size: number): Promise<{ job: Job; id: string; url: string; path: string }> {
  const bytes = makePngBytes(size);
  const { id: jobId, uploadUrl } = await client.create({
    type: 'image-convert',
    filename: 'a.png',
    contentType: 'image/png',
    fileSize: size,
    options: { outputFormat: 'webp' },
  });
  await client.upload(uploadUrl!, bytes);
  const { body: job } = await client.get<Job>(`/jobs/${jobId}`);
  const id = job.inputs[0]!.artifactId!;
  const { body } = await client.get<{ downloadUrl: string }>(`/artifacts/${id}`);
  return { job, id, url: body.downloadUrl, path: await pathOfArtifact(id) };
}

/** Returns the bytes of a response that arrived, and whether it was complete. */
function fetchRaw(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; length: number; promised: number; whole: boolean }> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent: false }, response => {
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      const end = (whole: boolean) =>
        resolve({
          status: response.statusCode!,
          length,
          promised: Number(response.headers['content-length']),
          whole,
        });
      response.on('end', () => end(response.complete));
      response.on('error', () => end(false));
    })
      .on('error', reject)
      .end();
  });
}

const damagedFiles = async (): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select artifact_id as id from damaged_files`.execute(service.db);
  return rows.map(({ id }) => id);
};

describe.each([20_000, 3_000_000])('a stored file of %d bytes', size => {
  test('responds with 500 to full and range requests if the file is truncated', async () => {
    const { id, url, path } = await uploadFile(size);
    await truncate(path, size - 10);
    expect((await fetchRaw(url)).status).toBe(500);
    expect((await fetchRaw(url, { range: `bytes=100-${size - 5}` })).status).toBe(500);
    await expect.poll(damagedFiles).toContain(id);
  });

  test('is never sent completely if a byte was flipped', async () => {
    const { id, url, path } = await uploadFile(size);
    expect(await fetchRaw(url)).toMatchObject({ status: 200, length: size, whole: true });
    await flip(path, size - 1);
    const answer = await fetchRaw(url);
    expect(answer.whole && answer.status === 200).toBe(false);
    if (answer.status === 200) expect(answer.length).toBeLessThan(answer.promised);
    await expect.poll(damagedFiles).toContain(id);
  });
});

test('a job whose stored input was altered fails', async () => {
  const bytes = png(40, 40);
  const { id, uploadUrl } = await client.create({
    type: 'image-convert',
    filename: 'a.png',
    contentType: 'image/png',
    fileSize: bytes.length,
    options: { outputFormat: 'webp' },
  });
  await client.upload(uploadUrl!, bytes);
  const { body } = await client.get<Job>(`/jobs/${id}`);
  const path = await pathOfArtifact(body.inputs[0]!.artifactId!);
  await writeFile(path, png(40, 40, [1, 2, 3]));
  await client.expect(client.post(`/jobs/${id}/start`));
  const job = await client.end(id);
  expect(job).toMatchObject({ status: 'failed', failure: { reason: 'engine_error' } });
  const { detail } = await service.db
    .selectFrom('job_failures')
    .select('detail')
    .where('diagnostic_id', '=', job.failure!.diagnosticId)
    .executeTakeFirstOrThrow();
  expect(detail).toContain('is damaged');
});

test('the weekly check finds damaged files and clears repaired ones', async () => {
  const storage = await openLocalStorage(join(service.dataDir, 'storage'));
  const [gone, altered] = [await uploadFile(5000), await uploadFile(5000)];
  const before = await readFile(gone.path);
  await rm(gone.path);
  await flip(altered.path, 4000);
  const settings = { files: 3, bytes: 1e9, days: 0 };
  const found = new Map<string, string>();
  for (let round = 0; round < 100 && !(found.has(gone.id) && found.has(altered.id)); round++)
    for (const { artifactId, damage } of await scrub(service.db, storage, settings))
      found.set(artifactId, damage);
  expect(Object.fromEntries(found)).toMatchObject({ [gone.id]: 'missing', [altered.id]: 'content' });
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(Number(/filemill_storage_damaged_files (\d+)/.exec(metrics)![1])).toBeGreaterThanOrEqual(2);

  await writeFile(gone.path, before);
  const run = promisify(execFile)('node', ['bin/filemill.mjs', 'doctor', '--storage', '--json'], {
    env: { ...process.env, DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl },
  });
  // The exit code is 1, because some files are damaged.
  const { stdout } = await run.catch(error => error as { stdout: string });
  const report = JSON.parse(stdout) as { files: number; damaged: { artifactId: string; damage: string }[] };
  expect(report.damaged).toContainEqual({ artifactId: altered.id, damage: 'content' });
  expect(report.damaged.map(({ artifactId }) => artifactId)).not.toContain(gone.id);
  expect(await damagedFiles()).not.toContain(gone.id);
});
