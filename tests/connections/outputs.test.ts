import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, HeadObjectCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Batch } from '../../src/contract/schemas/batch.ts';
import type { Connection } from '../../src/contract/schemas/connection.ts';
import type { Event } from '../../src/contract/schemas/event.ts';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { scopes } from '../../src/contract/states.ts';
import { openS3 } from '../../src/worker/connections/s3.ts';
import { FileServer } from '../fetches/file-server.ts';
import type { ErrorBody } from '../support/client.ts';
import { isMissing, runsAll } from '../support/needs.ts';
import { until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSwift, withoutSwift } from '../support/swift/swift.ts';
import { type RcloneServer, startSftp, startWebdav, withoutRclone } from './rclone.ts';

let service: TestService;
let client: Awaited<ReturnType<TestService['client']>>;
let allowed: string;
let shelf: Connection;
const files = new FileServer();
beforeAll(async () => {
  allowed = await mkdtemp(join(tmpdir(), 'filemill-folder-'));
  await mkdir(join(allowed, 'shelf'));
  service = await startService('all', { FETCH_ALLOW_HOSTS: '127.0.0.1', CONNECTION_FOLDERS: allowed });
  client = await service.client({ scopes: [...scopes] });
  shelf = await connect({ name: 'shelf', kind: 'folder', path: join(allowed, 'shelf') });
  await files.start();
});
afterAll(async () => {
  await service?.stop();
  await files.stop();
  await rm(allowed, { recursive: true });
});

const csv = 'name,n\nAda,1\n';
const rows = [{ name: 'Ada', n: '1' }];
const connect = (connection: object) => client.expect(client.post<Connection>('/connections', connection));
const readShelf = async (key: string) =>
  JSON.parse(await readFile(join(allowed, 'shelf', key), 'utf8')) as unknown;

async function store(filename: string): Promise<string> {
  const size = { filename, fileSize: csv.length, contentType: 'text/csv' };
  const made = await client.expect(client.post<{ id: string; uploadUrl: string }>('/artifacts', size));
  await client.upload(made.uploadUrl, Buffer.from(csv));
  return made.id;
}

async function convert(output: object, filename = 'people.csv'): Promise<Job> {
  const made = await client.create({
    type: 'document-convert',
    options: { outputFormat: 'json' },
    inputArtifactId: await store(filename),
    autoStart: true,
    output,
  });
  return client.end(made.id);
}

async function untilDelivered(jobId: string, status = 'done'): Promise<Job> {
  const read = () => client.expect(client.get<Job>(`/jobs/${jobId}`));
  await until(async () => (await read()).result?.delivery?.status === status, `the delivery is ${status}`);
  return read();
}

const listTypes = async (id: string): Promise<string[]> => {
  const { events } = await client.expect(client.get<{ events: Event[] }>('/events?limit=100'));
  return events.filter(event => (event.data as { id: string }).id === id).map(({ type }) => type);
};

test('a result is written to a folder under the key built from its template', async () => {
  const ended = await convert({ connection: 'shelf', key: 'reports/{date}/{name}-{index}.{ext}' });
  const job = await untilDelivered(ended.id);
  const key = `reports/${new Date(job.completedAt!).toISOString().slice(0, 10)}/people-1.json`;
  expect(job).toMatchObject({
    output: { connection: shelf.id, key: 'reports/{date}/{name}-{index}.{ext}' },
    result: {
      delivery: { status: 'done', failedAttempts: 0 },
      delivered: [{ fileIndex: 0, connection: shelf.id, key }],
    },
  });
  expect(await readShelf(key)).toEqual(rows);
  expect(await readdir(join(allowed, 'shelf/reports', key.split('/')[1]!))).toEqual(['people-1.json']);
  expect(await listTypes(job.id)).toContain('job.delivered');
});

test('one-request conversions, runs and batches write their results to a connection', async () => {
  const form = new FormData();
  form.append('file', new Blob([csv]), 'one.csv');
  form.append('output', JSON.stringify({ connection: 'shelf', key: 'one/{name}.{ext}' }));
  const headers = { authorization: `Bearer ${client.key}` };
  const answer = await fetch(`${client.base}/convert/json`, { method: 'POST', body: form, headers });
  expect([answer.status, await answer.json()]).toEqual([200, rows]);
  await untilDelivered(answer.headers.get('x-job-id')!);
  expect(await readShelf('one/one.json')).toEqual(rows);

  const config = { tab: 'document', processingMode: 'server', document: { outputFormat: 'json' } };
  const steps = [{ name: 'To JSON', jobType: 'document-convert', config }];
  const recipe = await client.expect(
    client.post<Recipe>('/recipes', { name: 'To JSON', description: '', steps }),
  );
  const made = await client.expect(
    client.post<RecipeRun>(`/recipes/${recipe.id}/runs`, {
      inputArtifactId: await store('run.csv'),
      output: { connection: 'shelf', key: 'runs/{id}.{ext}' },
    }),
  );
  const readRun = () => client.expect(client.get<RecipeRun>(`/recipe-runs/${made.id}`));
  await until(async () => (await readRun()).result?.delivery?.status === 'done', 'the run is delivered');
  expect(await readShelf(`runs/${made.id}.json`)).toEqual(rows);
  expect(await listTypes(made.id)).toEqual(['run.completed', 'run.delivered']);

  const ids = [await store('a.csv'), await store('b.csv')];
  const body = {
    type: 'document-convert',
    options: { outputFormat: 'json' },
    inputs: ids.map(inputArtifactId => ({ inputArtifactId })),
  };
  const output = { connection: 'shelf', key: 'batch/{name}.{ext}' };
  const refused = await client.post<ErrorBody>('/batches', {
    ...body,
    output: { connection: 'shelf', key: 'batch/same.{ext}' },
  });
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'output.key' }] } });
  const twice = await client.post<ErrorBody>('/batches', {
    ...body,
    inputs: [...body.inputs, { inputArtifactId: await store('a.csv') }],
    output,
  });
  expect(twice).toMatchObject({ status: 400, body: { details: [{ path: 'output.key' }] } });
  const batch = await client.expect(client.post<Batch>('/batches', { ...body, output }));
  expect(batch.output).toEqual({ ...output, connection: shelf.id });
  await until(async () => {
    const there: string[] = await readdir(join(allowed, 'shelf/batch')).catch(() => []);
    return ['a.json', 'b.json'].every(name => there.includes(name));
  }, 'both files of the batch');
  expect(await readShelf('batch/b.json')).toEqual(rows);
});

test('recipe steps write their files to a connection, each file under its own key', async () => {
  const save = (steps: object[]) =>
    client.post<Recipe & ErrorBody>('/recipes', { name: 'Steps', description: '', steps });
  const convertTo = (outputFormat: string, more: object) => ({
    jobType: 'document-convert',
    options: { outputFormat },
    ...more,
  });
  const write = (key: string) => ({ output: { connection: 'shelf', key } });
  const linear = await client.expect(
    save([convertTo('json', write('steps/{id}/{name}.{ext}')), convertTo('csv', { name: 'Back' })]),
  );
  expect(linear.steps.map(({ output }) => output?.connection)).toEqual([shelf.id, undefined]);
  const start = async (recipeId: string, more: object = {}) =>
    client.post<RecipeRun & ErrorBody>(`/recipes/${recipeId}/runs`, {
      inputArtifactId: await store('people.csv'),
      ...more,
    });
  const untilWritten = async (id: string, step: number): Promise<RecipeRun> => {
    const readRun = () => client.expect(client.get<RecipeRun>(`/recipe-runs/${id}?wait=1`));
    await until(
      async () => (await readRun()).steps[step]?.delivery?.status === 'done',
      'the step is written',
    );
    return readRun();
  };
  const { id } = await client.expect(start(linear.id));
  const run = await untilWritten(id, 0);
  expect(run.steps[0]).toMatchObject({
    output: { connection: shelf.id },
    delivered: [{ fileIndex: 0, connection: shelf.id, key: `steps/${id}/people.json` }],
  });
  expect(run.result?.delivery).toBeUndefined();
  expect(await readShelf(`steps/${id}/people.json`)).toEqual(rows);
  expect(await listTypes(id)).toContain('run.delivered');
  expect((await start(linear.id, { deleteAfterDownload: true })).body.details?.[0]?.path).toBe(
    'deleteAfterDownload',
  );

  const each = await client.expect(
    save([
      convertTo('json', { name: 'A' }),
      convertTo('json', { name: 'B', from: 'input' }),
      convertTo('csv', { name: 'C', from: ['A', 'B'], forEach: true, ...write('each/{name}.{ext}') }),
    ]),
  );
  const branched = await untilWritten((await client.expect(start(each.id))).id, 2);
  expect(branched.steps[2]?.delivered?.map(({ key }) => key)).toEqual([
    'each/people.csv',
    'each/people-2.csv',
  ]);
  expect((await readdir(join(allowed, 'shelf/each'))).sort()).toEqual(['people-2.csv', 'people.csv']);

  const refuse = async (...steps: object[]) => (await save(steps)).body.details?.[0]?.path;
  expect(await refuse(convertTo('json', write('{year}')))).toBe('steps.0.output.key');
  expect(await refuse(convertTo('json', { output: { connection: 'none', key: 'a' } }))).toBe(
    'steps.0.output.connection',
  );
  expect(await refuse(convertTo('json', write('a')), convertTo('csv', write('a')))).toBe(
    'steps.1.output.key',
  );
  const twice = await Promise.all([store('a.csv'), store('a.csv')]);
  const inputs = twice.map(inputArtifactId => ({ inputArtifactId }));
  expect(await client.post<ErrorBody>('/batches', { recipeId: each.id, inputs })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'recipeId', message: expect.stringContaining('of step 3') }] },
  });
});

test('a failed delivery shows its error, is retried and then succeeds', async () => {
  const statuses = [507, 201];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = await buffer(request);
    const status = request.method === 'PUT' ? (statuses.shift() ?? 201) : 200;
    if (status === 201) files.serve('/got', sent);
    response.writeHead(status).end();
  };
  files.on('/put/', (request, response) => void take(request, response));
  files.on('/put/people.json', (request, response) => void take(request, response));
  await connect({ name: 'put', kind: 'http', url: `${files.url}/put/` });
  const { id } = await convert({ connection: 'put', key: '{name}.{ext}' });
  await until(async () => {
    const { result } = await client.expect(client.get<Job>(`/jobs/${id}`));
    return result?.delivery?.error !== undefined;
  }, 'the failed attempt');
  const { result } = await untilDelivered(id);
  expect(result?.delivery).toEqual({ status: 'done', failedAttempts: 1 });
  expect(await (await fetch(`${files.url}/got`)).json()).toEqual(rows);
});

test('a delivery whose connection was deleted fails, and the result remains available', async () => {
  files.on('/gone/', (_, response) => void response.writeHead(200).end());
  files.on('/gone/people.json', (_, response) => void response.writeHead(503).end());
  const { id: connection } = await connect({ name: 'gone', kind: 'http', url: `${files.url}/gone/` });
  const { id } = await convert({ connection, key: 'people.json' });
  const read = () => client.expect(client.get<Job>(`/jobs/${id}`));
  await until(async () => (await read()).result?.delivery?.failedAttempts === 1, 'a failed attempt');
  expect((await read()).result?.delivery).toMatchObject({
    status: 'waiting',
    nextAttemptAt: expect.any(String),
    error: 'The server answered PUT with status 503.',
  });
  expect((await client.send('DELETE', `/connections/${connection}`)).status).toBe(204);
  const { result } = await untilDelivered(id, 'failed');
  expect(result).toMatchObject({ delivery: { error: 'The connection was deleted.' }, delivered: [] });
  expect(JSON.parse(Buffer.from(await client.download(result!.downloadUrl!)).toString())).toEqual(rows);
  expect(await listTypes(id)).toContain('job.delivery_failed');
});

test('an invalid output destination is refused', async () => {
  const job = {
    type: 'document-convert',
    options: { outputFormat: 'json' },
    inputArtifactId: await store('a.csv'),
  };
  const post = (body: object, by = client) => by.post<ErrorBody>('/jobs', { ...job, ...body });
  const output = { connection: 'shelf', key: '{name}.{ext}' };
  expect(await post({ output: { ...output, key: '{year}/{name}' } })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'output.key', message: expect.stringContaining('{year}') }] },
  });
  expect(await post({ output: { ...output, key: '{name}/{id' } })).toMatchObject({
    body: { details: [{ path: 'output.key', message: expect.stringContaining('brace') }] },
  });
  expect(await post({ output: { ...output, key: '../{name}' } })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'output.key', message: expect.stringContaining('no leading slash') }] },
  });
  expect(await post({ output, deleteAfterDownload: true })).toMatchObject({
    body: { details: [{ path: 'deleteAfterDownload' }] },
  });
  expect((await post({ output: { ...output, connection: 'none' } })).status).toBe(404);
  const other = await service.client({ scopes: [...scopes] });
  const upload = { filename: 'a.csv', fileSize: csv.length, contentType: 'text/csv' };
  const foreign = { ...upload, inputArtifactId: undefined, output: { ...output, connection: shelf.id } };
  expect((await post(foreign, other)).status).toBe(404);
});

describe.skipIf(isMissing(!withoutRclone))(`other servers ${withoutRclone}`, () => {
  const servers: RcloneServer[] = [];
  afterAll(() => Promise.all(servers.map(server => server.stop())));

  test('a WebDAV server receives the complete file and no temporary files', async () => {
    const webdav = await startWebdav();
    servers.push(webdav);
    await connect({ name: 'dav', kind: 'webdav', url: webdav.url, username: 'ada', password: 'open sesame' });
    await untilDelivered((await convert({ connection: 'dav', key: 'a/b/{name}.{ext}' })).id);
    expect(await readdir(join(webdav.folder, 'a/b'))).toEqual(['people.json']);
    expect(JSON.parse(await readFile(join(webdav.folder, 'a/b/people.json'), 'utf8'))).toEqual(rows);
  });

  test('an SFTP server with the expected host key is read and written', async () => {
    const { folder, url, hostKey, ...sftp } = await startSftp();
    servers.push({ folder, url, ...sftp });
    const login = { name: 'sftp', kind: 'sftp', url, username: 'ada', password: 'open sesame' };
    const unknown = await client.post<ErrorBody>('/connections', login);
    expect(unknown).toMatchObject({ status: 400, body: { message: expect.stringContaining(hostKey) } });
    const wrong = await client.post<ErrorBody>('/connections', { ...login, hostKey, password: 'wrong' });
    expect(wrong).toMatchObject({ status: 400, body: { message: expect.stringContaining('password') } });
    const made = await connect({ ...login, hostKey });
    expect(JSON.stringify(made)).not.toContain('sesame');
    expect(await readdir(folder)).toEqual([]);
    await writeFile(join(folder, 'in.csv'), csv);
    const job = await client.create({
      type: 'document-convert',
      options: { outputFormat: 'json' },
      input: { connection: 'sftp', key: 'in.csv' },
      output: { connection: 'sftp', key: 'a/{name}.{ext}' },
      autoStart: true,
    });
    expect(await client.end(job.id)).toMatchObject({ status: 'completed' });
    await untilDelivered(job.id);
    // A second time the file is replaced.
    await untilDelivered((await convert({ connection: 'sftp', key: 'a/in.json' })).id);
    expect(await readdir(join(folder, 'a'))).toEqual(['in.json']);
    expect(JSON.parse(await readFile(join(folder, 'a/in.json'), 'utf8'))).toEqual(rows);
    const none = await client.create({
      type: 'document-convert',
      options: { outputFormat: 'json' },
      input: { connection: 'sftp', key: 'none.csv' },
      autoStart: true,
    });
    expect(await client.end(none.id)).toMatchObject({ failure: { reason: 'input_unreachable' } });
  });
});

describe.skipIf(!runsAll || isMissing(!withoutSwift))(`an S3 store ${withoutSwift ?? ''}`, () => {
  test('receives the file', async () => {
    const swift = await startSwift();
    try {
      const address = new URL(await swift.bucket('results'));
      const { accessKeyId, secretAccessKey } = await swift.client.config.credentials();
      const region = await swift.client.config.region();
      const url = address.searchParams.get('endpoint');
      await connect({ name: 's3', kind: 's3', url, bucket: 'results', accessKeyId, secretAccessKey, region });
      await untilDelivered((await convert({ connection: 's3', key: 'a/{name}.{ext}' })).id);
      const got = await swift.client.send(new GetObjectCommand({ Bucket: 'results', Key: 'a/people.json' }));
      expect(got.ContentType).toBe('application/json');
      expect(JSON.parse(await got.Body!.transformToString())).toEqual(rows);

      const writeOne = async (size: number): Promise<void> => {
        const bytes = randomBytes(size);
        const one = { size, contentType: 'application/pdf', read: async () => Readable.from([bytes]) };
        await store.write('one.pdf', one, signal);
        const written = await swift.client.send(new GetObjectCommand({ Bucket: 'results', Key: 'one.pdf' }));
        expect(Buffer.compare(await written.Body!.transformToByteArray(), bytes)).toBe(0);
      };
      // A file that is too large for one request is sent in parts, here of 5 MiB, and appears as one object.
      const mib = 1024 * 1024;
      const content = randomBytes(12 * mib + 17);
      const place = { bucket: 'results', region, endpoint: url!, accessKeyId, secretAccessKey };
      const agent = new Agent();
      const store = openS3(place, agent, { maxBytes: 6 * mib, partBytes: () => 5 * mib });
      const { signal } = new AbortController();
      const large = {
        size: content.length,
        contentType: 'video/mp4',
        read: async () => Readable.from([content]),
      };
      await writeOne(3 * mib);
      await store.write('large/a.mp4', large, signal);
      const object = { Bucket: 'results', Key: 'large/a.mp4' };
      const read = await swift.client.send(new GetObjectCommand(object));
      expect([read.ContentType, read.ETag]).toEqual(['video/mp4', expect.stringMatching(/-3"$/)]);
      expect(Buffer.compare(await read.Body!.transformToByteArray(), content)).toBe(0);
      // If reading breaks off, the earlier object stays and no parts are left.
      const broken = async function* () {
        yield content.subarray(0, 7 * mib);
        throw new Error('the disk is gone');
      };
      const failing = { ...large, read: async () => Readable.from(broken()) };
      await expect(store.write('large/a.mp4', failing, signal)).rejects.toThrow();
      expect((await swift.client.send(new HeadObjectCommand(object))).ContentLength).toBe(content.length);
      const left = await swift.client.send(new ListMultipartUploadsCommand({ Bucket: 'results' }));
      expect(left.Uploads ?? []).toEqual([]);
      await store.close();
      await agent.close();
    } finally {
      await swift.stop();
    }
  });
});
