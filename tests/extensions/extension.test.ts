import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobTypeList } from '../../src/contract/schemas/service.ts';
import { Client, type ErrorBody } from '../support/client.ts';

const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
const fixture = fileURLToPath(new URL('../support/extension', import.meta.url));

let dir: string;
let server: ChildProcess;
let client: Client;

/** A folder of a job type and an engine, outside the tree and with nothing of it. */
const env = () => ({
  PATH: process.env.PATH,
  DATA_DIR: join(dir, 'data'),
  EXTENSIONS_DIR: join(dir, 'extensions'),
  PORT: '0',
  LOG_LEVEL: 'warn',
});

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-extension-'));
  await chmod(dir, 0o755);
  await cp(fixture, env().EXTENSIONS_DIR, { recursive: true });
  server = spawn(process.execPath, [cli, 'serve', '--json'], {
    env: env(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of server.stdout ?? []) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  const { url, key } = JSON.parse(text) as { url: string; key: string };
  client = new Client(url, key);
}, 120_000);

afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await rm(dir, { recursive: true, force: true });
});

const text = (bytes: string) => ({
  filename: 'poem.txt',
  contentType: 'text/plain',
  bytes: new TextEncoder().encode(bytes),
});
const firstOutput = async (job: Awaited<ReturnType<Client['run']>>) => {
  const [output] = job.result?.files ?? [];
  if (!output) throw new Error(JSON.stringify(job));
  return { output, content: new TextDecoder().decode(await client.download(output.downloadUrl ?? '')) };
};

test('it is listed with what it declares', async () => {
  const { jobTypes } = await client.expect(client.get<JobTypeList>('/job-types'));
  expect(jobTypes.find(({ id }) => id === 'text-tally')).toMatchObject({
    title: 'Count lines',
    tabs: ['document'],
    conversions: { txt: ['txt'], md: [] },
    available: true,
  });
});

test('its options are checked, and what it refuses is refused', async () => {
  const file = { type: 'text-tally', filename: 'a.txt', contentType: 'text/plain', fileSize: 3 };
  const mistyped = await client.post<ErrorBody>('/jobs', { ...file, options: { off: 'lines' } });
  expect([mistyped.status, mistyped.body.details?.[0]]).toEqual([
    400,
    { path: 'options.off', message: '`options.off` is not a known field; there is of.' },
  ]);
  const refused = await client.post<ErrorBody>('/jobs', {
    ...file,
    filename: 'a.md',
    contentType: 'text/markdown',
    options: {},
  });
  expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
});

test('it runs in the sandbox, which shows the path its engine declares and no other', async () => {
  const job = await client.run({ type: 'text-tally', ...text('one two\nthree\n') }, { of: 'words' });
  expect(job).toMatchObject({ status: 'completed' });
  const { output, content } = await firstOutput(job);
  const version = await readFile('/etc/debian_version', 'utf8');
  expect(content).toBe(`3 words\n${version}`);
  expect(output).toMatchObject({ filename: 'poem-tally.txt', metadata: { count: 3, seesUndeclared: false } });
  expect(job.result?.engines).toEqual([{ name: 'tally', version: version.trim() }]);
});

test('its engine takes part in conversions', async () => {
  const job = await client.run(
    { type: 'document-convert', ...text('a b\nc\n') },
    { outputFormat: 'json', pretty: false },
  );
  expect((await firstOutput(job)).content).toBe('{"lines":2,"words":3}');
});

test('in a recipe it stands last', async () => {
  const count = { name: 'Count', jobType: 'text-tally', config: { tab: 'document' } };
  const page = {
    name: 'Page',
    jobType: 'document-convert',
    config: { tab: 'document', document: { outputFormat: 'txt' } },
  };
  const recipe = (steps: object[]) => client.post<ErrorBody>('/recipes', { name: 'Counting', steps });
  expect((await recipe([count, page])).body.message).toContain('text-tally may only be the final step');
  expect((await recipe([page, count])).status).toBe(201);
});

test('doctor names both', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'doctor', '--json'], { env: env() });
  const report = JSON.parse(stdout) as { engines: { id: string }[]; jobTypes: { id: string }[] };
  expect(report.engines.find(({ id }) => id === 'tally')).toMatchObject({ title: 'Tally' });
  expect(report.jobTypes.find(({ id }) => id === 'text-tally')).toMatchObject({ available: true });
}, 60_000);
