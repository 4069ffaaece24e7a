import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Batch, BatchManifest } from '../../src/contract/schemas/batch.ts';
import { scopes } from '../../src/contract/states.ts';
import { selectFiles } from '../../src/domain/files/connections/files.ts';
import { limits } from '../../src/settings/limits.ts';
import { FileServer } from '../fetches/file-server.ts';
import type { ErrorBody } from '../support/client.ts';
import { isMissing } from '../support/needs.ts';
import { until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';
import { type RcloneServer, startSftp, startWebdav, withoutRclone } from './rclone.ts';

let service: TestService;
let client: Awaited<ReturnType<TestService['client']>>;
let allowed: string;
beforeAll(async () => {
  allowed = await mkdtemp(join(tmpdir(), 'filemill-folder-'));
  await mkdir(join(allowed, 'in/2026'), { recursive: true });
  await mkdir(join(allowed, 'out'));
  service = await startService('all', { FETCH_ALLOW_HOSTS: '127.0.0.1', CONNECTION_FOLDERS: allowed });
  client = await service.client({ scopes: [...scopes] });
});
afterAll(async () => {
  await service?.stop();
  await rm(allowed, { recursive: true });
});

const csv = 'name,n\nAda,1\n';
const toJson = { type: 'document-convert', options: { outputFormat: 'json' } };
const connect = (connection: object) => client.expect(client.post('/connections', connection));
const post = (body: object) => client.post<Batch & ErrorBody>('/batches', { ...toJson, ...body });

async function end(id: string): Promise<Batch> {
  for (;;) {
    const batch = await client.expect(client.get<Batch>(`/batches/${id}?wait=30`));
    if (['completed', 'canceled'].includes(batch.status)) return batch;
  }
}

const readKeys = async (id: string): Promise<(string | undefined)[]> => {
  const { inputs } = await client.expect(client.get<BatchManifest>(`/batches/${id}/manifest`));
  return inputs.map(({ input }) => input?.key);
};

test('a batch processes all matching files of a folder and writes their results', async () => {
  for (const name of ['2026/a.csv', '2026/b.csv', '2026/c.txt', 'd.csv', '2026/.hidden.csv'])
    await writeFile(join(allowed, 'in', name), csv);
  await connect({ name: 'in', kind: 'folder', path: join(allowed, 'in') });
  await connect({ name: 'out', kind: 'folder', path: join(allowed, 'out') });
  const made = await post({
    inputs: { connection: 'in', prefix: '2026/', pattern: '*.csv' },
    output: { connection: 'out', key: '{name}.{ext}' },
  });
  expect(made).toMatchObject({ status: 201, body: { inputCount: 2 } });
  expect(await end(made.body.id)).toMatchObject({ counts: { completed: 2 }, result: { fileCount: 2 } });
  expect(await readKeys(made.body.id)).toEqual(['2026/a.csv', '2026/b.csv']);
  await until(async () => {
    const there = await readdir(join(allowed, 'out'));
    return ['a.json', 'b.json'].every(name => there.includes(name));
  }, 'both results');
  expect(JSON.parse(await readFile(join(allowed, 'out/b.json'), 'utf8'))).toEqual([{ name: 'Ada', n: '1' }]);
  const none = await post({ inputs: { connection: 'in', prefix: '2025/' } });
  const details = [{ path: 'inputs', message: 'There is no file whose key begins with 2025/.' }];
  expect(none).toMatchObject({ status: 400, body: { details } });
  const unlike = await post({ inputs: { connection: 'in', prefix: '2026/', pattern: '*.pdf' } });
  expect(unlike.body.message).toContain('(3), but none matches the pattern *.pdf');
  const other = await service.client({ scopes: [...scopes] });
  const foreign = await other.post<ErrorBody>('/batches', { ...toJson, inputs: { connection: 'in' } });
  expect(foreign.status).toBe(404);
});

test('a batch fetches URLs and single files of connections, and retries failed ones', async () => {
  const files = new FileServer();
  await files.start();
  const inputUrl = files.serve('/a.csv', csv);
  const made = await post({
    inputs: [
      { inputUrl },
      { inputUrl: `${files.url}/none.csv` },
      { input: { connection: 'in', key: 'd.csv' }, metadata: { ref: 'd' } },
    ],
  });
  expect(await end(made.body.id)).toMatchObject({ counts: { completed: 2, failed: 1 } });
  expect(JSON.stringify(await readKeys(made.body.id))).not.toContain('http');
  files.serve('/none.csv', csv);
  await client.expect(client.post(`/batches/${made.body.id}/retry`));
  expect(await end(made.body.id)).toMatchObject({ counts: { completed: 3, failed: 0 } });
  const table = await post({ inputs: { csv: `inputUrl,outputFormat\n${inputUrl},xlsx\n` }, options: {} });
  expect(await end(table.body.id)).toMatchObject({ counts: { completed: 1 } });
  const both = await post({ inputs: [{ inputUrl, inputArtifactId: 'art_1' }] });
  expect(both.status).toBeGreaterThanOrEqual(400);
  const hidden = await post({ inputs: [{ inputUrl: 'http://127.0.0.2/a.csv' }] });
  expect(hidden).toMatchObject({ status: 400, body: { details: [{ path: 'inputs.0.inputUrl' }] } });
  await files.stop();
});

test('an input of a batch that is fetched may have a name and a type, which are checked before it starts', async () => {
  const files = new FileServer();
  await files.start();
  const inputUrl = files.serve('/download', csv);
  const made = await post({ inputs: [{ inputUrl, filename: 'people.csv', contentType: 'text/csv' }] });
  expect(await end(made.body.id)).toMatchObject({ counts: { completed: 1 } });
  const { inputs } = await client.expect(client.get<BatchManifest>(`/batches/${made.body.id}/manifest`));
  expect(inputs).toMatchObject([{ filename: 'people.csv', files: [{ filename: 'people.json' }] }]);
  const refuse = async (input: object) => (await post({ inputs: [input] })).body.details?.[0]?.path;
  expect(await refuse({ inputUrl, contentType: 'application/x-nothing' })).toBe('inputs.0.contentType');
  expect(await refuse({ inputUrl, filename: 'a.mp3' })).toBe('inputs.0.filename');
  const { inputArtifactId } = inputs[0]!;
  expect(await refuse({ inputArtifactId, filename: 'a.csv' })).toBe('inputs.0.filename');
  await files.stop();
});

test.each([
  ['*.csv', 'a.csv', true],
  ['*.csv', 'b/a.csv', false],
  ['**/*.csv', 'a.csv', true],
  ['**/*.csv', 'b/c/a.csv', true],
  ['**', 'b/c/a.csv', true],
  ['a?.csv', 'ab.csv', true],
  ['a?.csv', 'a/.csv', false],
  ['b/**/x.csv', 'b/x.csv', true],
  ['a.csv', 'aXcsv', false],
  ['*a'.repeat(60), 'a'.repeat(1000), true],
  [`${'*a'.repeat(60)}b`, 'a'.repeat(1000), false],
])('pattern %s, key %s: matches is %s', async (pattern, key, matches) => {
  expect(await selectFiles([{ key: `in/${key}` }], { prefix: 'in/', pattern })).toHaveLength(matches ? 1 : 0);
});

test('keys and patterns that take many steps to compare are refused, and others are answered in between', async () => {
  const files = Array.from({ length: limits.listedFiles }, () => ({ key: 'a'.repeat(1000) }));
  let answered = 0;
  const answer = () => {
    answered++;
    timer = setImmediate(answer);
  };
  let timer = setImmediate(answer);
  const pattern = '*a'.repeat(100);
  await expect(selectFiles(files, { prefix: '', pattern })).rejects.toThrow('takes too long');
  clearImmediate(timer);
  expect(answered).toBeGreaterThan(100);
  const named = files.map((_, at) => ({ key: `scans/2026/invoices/number-${at}.pdf` }));
  expect(await selectFiles(named, { prefix: 'scans/', pattern: '**/*-1*.p?f' })).toHaveLength(11_111);
});

test.skipIf(isMissing(!withoutRclone))('WebDAV and SFTP servers are listed, with subfolders', async () => {
  const servers: RcloneServer[] = [];
  try {
    for (const kind of ['webdav', 'sftp'] as const) {
      const server = kind === 'sftp' ? await startSftp() : await startWebdav();
      servers.push(server);
      await mkdir(join(server.folder, 'a b/c'), { recursive: true });
      for (const name of ['a b/1.csv', 'a b/c/2.csv', 'a b/c/3.txt', '4.csv'])
        await writeFile(join(server.folder, name), csv);
      const login = { username: 'ada', password: 'open sesame' };
      const hostKey = 'hostKey' in server && { hostKey: server.hostKey };
      await connect({ name: kind, kind, url: server.url, ...login, ...hostKey });
      const made = await post({ inputs: { connection: kind, prefix: 'a b/', pattern: '**/*.csv' } });
      expect(await end(made.body.id), kind).toMatchObject({ counts: { completed: 2 } });
      expect(await readKeys(made.body.id)).toEqual(['a b/1.csv', 'a b/c/2.csv']);
    }
  } finally {
    await Promise.all(servers.map(server => server.stop()));
  }
});
