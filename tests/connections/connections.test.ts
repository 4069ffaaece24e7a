import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { Filemill } from '@filemill/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/contract/schemas/connection.ts';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { scopes } from '../../src/contract/states.ts';
import { FileServer } from '../fetches/file-server.ts';
import type { ErrorBody } from '../support/client.ts';
import { isMissing, runsAll } from '../support/needs.ts';
import { until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSwift, withoutSwift } from '../support/swift/swift.ts';
import { type RcloneServer, startWebdav, withoutRclone } from './rclone.ts';

let service: TestService;
let client: Awaited<ReturnType<TestService['client']>>;
let allowed: string;
beforeAll(async () => {
  allowed = await mkdtemp(join(tmpdir(), 'filemill-folder-'));
  await mkdir(join(allowed, 'in/2026'), { recursive: true });
  service = await startService('all', { FETCH_ALLOW_HOSTS: '127.0.0.1', CONNECTION_FOLDERS: allowed });
  client = await service.client({ scopes: [...scopes] });
});
afterAll(async () => {
  await service?.stop();
  await rm(allowed, { recursive: true });
});

const csv = 'name,n\nAda,1\n';
const toJson = { type: 'document-convert', options: { outputFormat: 'json' }, autoStart: true };
const connect = (connection: object) => client.post<Connection & ErrorBody>('/connections', connection);

async function expectConverted(connection: string, key: string): Promise<void> {
  const made = await client.create({ ...toJson, input: { connection, key } });
  expect(made.status).toBe('uploading');
  const job = await client.end(made.id);
  expect(job).toMatchObject({
    status: 'completed',
    inputs: [{ filename: key.split('/').at(-1), fileSize: csv.length }],
  });
  const bytes = await client.download(job.result!.downloadUrl!);
  expect(JSON.parse(Buffer.from(bytes).toString('utf8'))).toEqual([{ name: 'Ada', n: '1' }]);
}

test('a folder that the operator allows can be read, and nothing outside it', async () => {
  await writeFile(join(allowed, 'in/2026/people.csv'), csv);
  await symlink('/etc/passwd', join(allowed, 'in/link.csv'));
  await symlink('/etc', join(allowed, 'in/etc'));
  const made = await connect({ name: 'inbox', kind: 'folder', path: join(allowed, 'in') });
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'inbox', kind: 'folder', path: join(allowed, 'in') },
  });
  // The connection test before saving leaves no files behind.
  expect((await readdir(join(allowed, 'in'))).sort()).toEqual(['2026', 'etc', 'link.csv']);
  await expectConverted('inbox', '2026/people.csv');
  await expectConverted(made.body.id, '2026/people.csv');
  for (const key of ['link.csv', 'etc/passwd', 'none.csv']) {
    const job = await client.create({ ...toJson, input: { connection: 'inbox', key } });
    expect(await client.end(job.id), key).toMatchObject({ failure: { reason: 'input_unreachable' } });
  }
  for (const key of ['../a.csv', '/etc/passwd', 'a/../../b.csv', 'a//b.csv', './a.csv']) {
    const answer = await client.post<ErrorBody>('/jobs', { ...toJson, input: { connection: 'inbox', key } });
    expect(answer, key).toMatchObject({ status: 400, body: { details: [{ path: 'input.key' }] } });
  }
  expect(await connect({ name: 'root', kind: 'folder', path: '/etc' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'path' }] },
  });
});

test('a change of a connection is tested before it is saved, and a new URL requires the secrets again', async () => {
  const files = new FileServer();
  await files.start();
  const answer =
    (isKnown: (login: string) => boolean) => (request: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(isKnown(request.headers.authorization ?? '') ? 200 : 401).end(csv);
  files.on(
    '/a/',
    answer(login => login === 'Bearer key-1'),
  );
  files.on(
    '/a/x.csv',
    answer(login => login === 'Bearer key-1'),
  );
  files.on(
    '/b/',
    answer(() => true),
  );
  const { id } = await client.expect(
    client.post<Connection>('/connections', {
      name: 'edited',
      kind: 'http',
      url: `${files.url}/a/`,
      token: 'key-1',
    }),
  );
  const change = (body: object, by = client) =>
    by.send<Connection & ErrorBody>('PATCH', `/connections/${id}`, body);
  expect(await change({ name: 'renamed' })).toMatchObject({ status: 200, body: { id, name: 'renamed' } });
  await expectConverted('renamed', 'x.csv');
  expect(await change({ token: 'key-2' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'url' }] },
  });
  expect(await change({ url: `${files.url}/b/` })).toMatchObject({ body: { details: [{ path: 'token' }] } });
  expect(files.count('/b/')).toBe(0);
  expect(await change({ url: `${files.url}/b/`, token: 'key-3' })).toMatchObject({ status: 200 });
  expect((await change({ name: 'inbox' })).status).toBe(400);
  expect((await change({ name: 'x' }, await service.client({ scopes: [...scopes] }))).status).toBe(404);
  await client.send('DELETE', `/connections/${id}`);
  await files.stop();
});

test('a one-request conversion reads from a connection', async () => {
  const form = new FormData();
  form.append('input', JSON.stringify({ connection: 'inbox', key: '2026/people.csv' }));
  const headers = { authorization: `Bearer ${client.key}` };
  const answer = await fetch(`${client.base}/convert/json`, { method: 'POST', body: form, headers });
  expect([answer.status, await answer.json()]).toEqual([200, [{ name: 'Ada', n: '1' }]]);
  const own = new Filemill({ baseUrl: service.url, apiKey: client.key! });
  const result = await own.convert({ connection: 'inbox', key: '2026/people.csv' }, { to: 'json' });
  expect(JSON.parse(await (await result.download()).text())).toEqual([{ name: 'Ada', n: '1' }]);
});

test('a missing folder counts as a failed attempt and is retried', async () => {
  const path = join(allowed, 'away');
  await mkdir(path);
  await connect({ name: 'away', kind: 'folder', path });
  await rm(path, { recursive: true });
  const { id } = await client.create({ ...toJson, input: { connection: 'away', key: 'a.csv' } });
  await until(async () => {
    const { inputs } = await client.expect(client.get<Job>(`/jobs/${id}`));
    return inputs[0]?.fetch?.failedAttempts === 1;
  }, 'a failed attempt that counts');
  await client.expect(client.post(`/jobs/${id}/cancel`));
});

test('a connection is invisible to other workspaces and to keys without the scope', async () => {
  const other = await service.client({ scopes: [...scopes] });
  const input = { connection: 'inbox', key: '2026/people.csv' };
  expect((await other.post<ErrorBody>('/jobs', { ...toJson, input })).status).toBe(404);
  const { connections } = await client.expect(client.get<{ connections: Connection[] }>('/connections'));
  const [{ id }] = connections as [Connection];
  const byId = await other.post<ErrorBody>('/jobs', { ...toJson, input: { ...input, connection: id } });
  expect(byId.status).toBe(404);
  expect((await other.send('DELETE', `/connections/${id}`)).status).toBe(404);
  expect((await other.get<{ connections: [] }>('/connections')).body.connections).toEqual([]);
  const plain = await service.client();
  expect((await plain.get('/connections')).status).toBe(403);
});

test('an HTTP connection is read with its token', async () => {
  const files = new FileServer();
  await files.start();
  files.on('/base/', (_, response) => void response.writeHead(404).end());
  files.on('/base/a%20b/people.csv', (request, response) => {
    const isKnown = request.headers.authorization === 'Bearer key-1';
    response.writeHead(isKnown ? 200 : 401).end(isKnown ? csv : '');
  });
  const made = await connect({ name: 'put', kind: 'http', url: `${files.url}/base/`, token: 'key-1' });
  expect(made.status).toBe(201);
  expect(JSON.stringify(made.body)).not.toContain('key-1');
  await expectConverted('put', 'a b/people.csv');
  await files.stop();
});

test('a run reads from a connection', async () => {
  const recipe = await client.expect(
    client.post<Recipe>('/recipes', {
      name: 'To JSON',
      description: '',
      steps: [
        {
          name: 'To JSON',
          jobType: 'document-convert',
          config: { tab: 'document', processingMode: 'server', document: { outputFormat: 'json' } },
        },
      ],
    }),
  );
  const input = { connection: 'inbox', key: '2026/people.csv' };
  const made = await client.expect(client.post<RecipeRun>(`/recipes/${recipe.id}/runs`, { input }));
  const run = await client.expect(client.get<RecipeRun>(`/recipe-runs/${made.id}?wait=30`));
  expect(run).toMatchObject({ status: 'completed', result: { fileCount: 1 } });
});

test('a connection that fails its test is not saved', async () => {
  const refused = await connect({ name: 'gone', kind: 'webdav', url: 'http://127.0.0.1:9/' });
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'url' }] } });
  const hidden = await connect({ name: 'gone', kind: 'webdav', url: 'http://127.0.0.2:9/' });
  expect(hidden.body.message).toContain('FETCH_ALLOW_HOSTS');
  const wrong = await connect({ name: 'gone', kind: 's3', url: 'http://127.0.0.1:9/', path: '/x' });
  expect(wrong.status).toBe(400);
  const { connections } = await client.expect(client.get<{ connections: Connection[] }>('/connections'));
  expect(connections.some(({ name }) => name === 'gone')).toBe(false);
});

test('an SFTP server that drops connections fails the test of the connection, and nothing else', async () => {
  const drop: ((socket: Socket) => void)[] = [
    socket => socket.resetAndDestroy(),
    socket => socket.destroy(),
    socket => socket.end('SSH-2.0-Test\r\n'),
  ];
  for (const refuse of drop) {
    // A reset after the first bytes of the client is an error of the socket, and the early end is another one.
    const server = createTcpServer(socket => {
      socket.on('error', () => {}).once('data', () => refuse(socket));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `sftp://127.0.0.1:${port}/`;
    const refused = await connect({ name: 'gone', kind: 'sftp', url, username: 'ada', password: 'x' });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('The connection does not work.');
    server.close();
  }
});

describe.skipIf(isMissing(!withoutRclone))(`a WebDAV server ${withoutRclone}`, () => {
  let webdav: RcloneServer;
  beforeAll(async () => {
    webdav = await startWebdav();
  });
  afterAll(() => webdav?.stop());

  test('is tested with its login and can be read', async () => {
    await mkdir(join(webdav.folder, 'reports'));
    await writeFile(join(webdav.folder, 'reports/people.csv'), csv);
    const dav = { name: 'dav', kind: 'webdav', url: webdav.url, username: 'ada' };
    const wrong = await connect({ ...dav, password: 'wrong' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('refused the user name, the password or the token') },
    });
    const made = await connect({ ...dav, password: 'open sesame' });
    expect(made).toMatchObject({ status: 201, body: { username: 'ada' } });
    expect(JSON.stringify(made.body)).not.toContain('sesame');
    expect(await readdir(webdav.folder)).toEqual(['reports']);
    await expectConverted('dav', 'reports/people.csv');
    const page = await readFile(new URL('../../docs/connections.md', import.meta.url), 'utf8');
    const script = /```sh\n(.*?)```/s.exec(page)![1]!.replaceAll('https://files.example.org', webdav.url);
    const env = {
      ...process.env,
      API: `${service.url}/api/public`,
      AUTH: `Authorization: Bearer ${client.key}`,
    };
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env });
    const [, id] = /"id":"(job_\w+)"/.exec(stdout)!;
    expect(await client.end(id!)).toMatchObject({ status: 'completed' });
  });
});

describe.skipIf(!runsAll || isMissing(!withoutSwift))(`an S3 store ${withoutSwift ?? ''}`, () => {
  test('is tested with its keys and can be read', async () => {
    const swift = await startSwift();
    try {
      const address = new URL(await swift.bucket('reports'));
      const { accessKeyId, secretAccessKey } = await swift.client.config.credentials();
      const store = {
        name: 'store',
        kind: 's3',
        url: address.searchParams.get('endpoint'),
        bucket: 'reports',
        accessKeyId,
      };
      const region = await swift.client.config.region();
      await swift.client.send(new PutObjectCommand({ Bucket: 'reports', Key: 'in/people.csv', Body: csv }));
      expect((await connect({ ...store, region, secretAccessKey: 'wrong' })).status).toBe(400);
      expect((await connect({ ...store, region, secretAccessKey })).body).toMatchObject({
        bucket: 'reports',
      });
      await expectConverted('store', 'in/people.csv');
      const missing = await client.create({ ...toJson, input: { connection: 'store', key: 'in/no.csv' } });
      expect(await client.end(missing.id)).toMatchObject({ failure: { reason: 'input_unreachable' } });
    } finally {
      await swift.stop();
    }
  });
});

test('an S3 store that refuses a request is explained', async () => {
  let answer = { status: 0, code: '' };
  const store = createServer((request, response) => {
    const error = `<Error><Code>${answer.code}</Code><Message>hidden</Message></Error>`;
    request.resume().on('end', () => response.writeHead(answer.status).end(error));
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
  const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' };
  for (const [status, code, sentence] of [
    [
      403,
      'SignatureDoesNotMatch',
      'The secret access key does not belong to this access key id. Check both.',
    ],
    [403, 'InvalidAccessKeyId', 'The store does not know this access key. Check the access key id.'],
    [404, 'NoSuchBucket', 'The bucket does not exist. Check its name and the address.'],
    [403, 'Unheard', 'The store refused the access key or the secret access key (status 403).'],
    [500, 'InternalError', 'The store refused the request with status 500.'],
  ] as const) {
    answer = { status, code };
    const { body } = await connect({ name: 'bucket', kind: 's3', url, bucket: 'b', ...keys });
    expect(body.message).toBe(`The connection does not work. ${sentence}`);
  }
  store.close();
  store.closeAllConnections();
  const gone = await connect({ name: 'bucket', kind: 's3', url, bucket: 'b', ...keys });
  expect(gone.body.message).toContain('The server cannot be reached');
});
