import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Filemill } from '@filemill/client';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedJob } from '../../src/contract/schemas/job.ts';
import type { JobTypeList } from '../../src/contract/schemas/service.ts';
import { listTargets } from '../../web/src/added-files/targets.ts';
import { Client, type ErrorBody } from '../support/client.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { runsAll } from '../support/needs.ts';

const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
const fixture = fileURLToPath(new URL('../support/extension', import.meta.url));

let dir: string;
let server: ChildProcess;
let client: Client;

/** A job type and an engine in a folder outside the tree. */
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
  await mkdir(env().DATA_DIR, { mode: 0o700 });
  await makeDataDir(undefined, env().DATA_DIR);
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
});

afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await rm(dir, { recursive: true, force: true });
});

const makeClient = () => new Filemill({ baseUrl: client.base, apiKey: client.key ?? '' });

/** Returns the output of a command run in the test's folder. */
const filemill = async (args: string[], environment: object): Promise<string> =>
  (await promisify(execFile)(process.execPath, [cli, ...args], { cwd: dir, env: { ...environment } })).stdout;

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

test('a job type of an extension is listed with its declaration', async () => {
  const { jobTypes } = await client.expect(client.get<JobTypeList>('/job-types'));
  expect(jobTypes.find(({ id }) => id === 'text-tally')).toMatchObject({
    title: 'Count lines',
    tabs: ['text'],
    family: 'Texts',
    heading: { title: 'Count', rank: 60 },
    verb: { name: 'tally', tool: 'tally_text', summary: 'count the lines or words of texts' },
    offers: [
      {
        title: 'Count lines',
        note: 'Counts the lines or the words of a text.',
        suggestedFor: { txt: 5 },
      },
    ],
    conversions: { txt: ['txt'], md: [] },
    available: true,
  });
});

test('the convert page suggests the extension first for its formats', async () => {
  const jobTypes = await makeClient().jobTypes.list();
  const [first] = listTargets('txt', jobTypes);
  expect(first).toMatchObject({ id: 'text-tally', title: 'Count lines', group: { title: 'Count' } });
  expect(listTargets('pdf', jobTypes).map(({ id }) => id)).not.toContain('text-tally');
});

test('the client runs the extension with one or several files, in one request or step by step', async () => {
  const filemill = makeClient();
  const counted = await filemill.convert(new TextEncoder().encode('a b c'), {
    filename: 'a.txt',
    type: 'text-tally',
    options: { of: 'words' },
  });
  expect(await counted.text()).toContain('3 words');
  for (const length of [1, 5 * 1024 * 1024]) {
    const make = (letter: string) => new File([letter.repeat(length)], `${letter}.txt`);
    const request = { type: 'text-join', options: { between: '-' } };
    const joined = await filemill.combine([make('a'), make('b')], request);
    expect(await joined.text()).toBe(`${'a'.repeat(length)}-${'b'.repeat(length)}`);
    const byRole = { continuation: [make('b'), make('c')], beginning: make('a') };
    const ordered = await filemill.combine(byRole, request);
    expect(await ordered.text()).toBe(['a', 'b', 'c'].map(letter => letter.repeat(length)).join('-'));
  }
});

test('each file is validated for its role', async () => {
  const listed = (await makeClient().jobTypes.list()).find(({ id }) => id === 'text-join');
  expect(listed?.roles).toMatchObject([
    { name: 'beginning', formats: ['txt'], optional: false, many: false },
    { name: 'continuation', formats: ['txt', 'md'], optional: false, many: true },
  ]);
  const file = (name: string, contentType: string) => ({ filename: name, contentType, fileSize: 3 });
  const create = (...files: object[]) =>
    client.post<ErrorBody>('/jobs', { type: 'text-join', options: {}, files });
  const [plain, marked] = [file('a.txt', 'text/plain'), file('b.md', 'text/markdown')];
  expect((await create(plain, marked, plain)).status).toBe(201);
  expect((await create(marked, plain)).body.message).toBe(
    'text-join does not take md as its beginning; it takes txt.',
  );
  expect((await create(plain)).body).toMatchObject({
    message: 'The continuation is missing: a text that follows.',
    details: [{ path: 'files' }],
  });
  expect((await create({ ...plain, role: 'end' }, plain)).body.message).toBe(
    'text-join has no file with the role `end`; its roles are beginning, continuation.',
  );
  const first = { ...plain, role: 'beginning' };
  expect((await create(first, first)).body).toMatchObject({
    message: 'The beginning is given twice.',
    details: [{ path: 'files.1.role' }],
  });
  const single = await client.post<ErrorBody>('/jobs', { type: 'text-join', options: {}, ...plain });
  expect(single.body.message).toBe(
    'text-join takes several files: list them in `files` with their roles (beginning, continuation).',
  );
  const both = await client.post<ErrorBody>('/jobs', {
    type: 'text-join',
    options: {},
    ...plain,
    files: [plain],
  });
  expect(both.body.message).toBe('Give either `files` or the fields of one file.');
  const texts = ['b.md', 'a.txt'].map(name => new File(['a'], name));
  await expect(makeClient().combine(texts, { type: 'text-join' })).rejects.toThrow('as its beginning');
});

test('a job with roles lists its uploads by role, and starts after the last upload', async () => {
  const describe = (filename: string, role: string) => ({
    filename,
    contentType: 'text/plain',
    fileSize: 1,
    role,
  });
  const { body: job } = await client.post<CreatedJob>('/jobs', {
    type: 'text-join',
    options: {},
    autoStart: true,
    files: [describe('same.txt', 'continuation'), describe('same.txt', 'beginning')],
  });
  expect(job.uploads?.map(({ index, role }) => [index, role])).toEqual([
    [0, 'beginning'],
    [1, 'continuation'],
  ]);
  for (const { uploadUrl, headers, role } of job.uploads ?? [])
    await fetch(uploadUrl, { method: 'PUT', headers, body: role === 'beginning' ? 'a' : 'b' });
  const done = await client.end(job.id);
  expect(done.inputs).toMatchObject([{ role: 'beginning' }, { role: 'continuation' }]);
  expect((await firstOutput(done)).content).toBe('ab');
});

test('in one request, the form field of each file is its role', async () => {
  const send = async (...parts: [field: string, text: string][]) => {
    const form = new FormData();
    for (const [field, text] of parts) form.append(field, new File([text], `${text}.txt`));
    const headers = { authorization: `Bearer ${client.key}` };
    const url = `${client.base}/run/text-join`;
    const response = await fetch(url, { method: 'POST', headers, body: form });
    const answer = await response.text();
    return response.ok ? answer : (JSON.parse(answer) as ErrorBody).message;
  };
  expect(await send(['continuation', 'b'], ['beginning', 'a'], ['continuation', 'c'])).toBe('abc');
  expect(await send(['continuation', 'b'], ['file', 'a'])).toBe('ab');
  expect(await send(['continuation', 'b'])).toBe('The beginning is missing: the text that comes first.');
  expect(await send(['beginning', 'a'], ['beginning', 'b'])).toBe('The beginning is given twice.');
  expect(await send(['end', 'a'])).toContain('has no file with the role `end`');
  expect(await send(['options', '{}'])).toContain('`options` must be a field of the form and not a file');
});

test("the command line has the extension's verb, locally and for a server with the extension", async () => {
  await writeFile(join(dir, 'poem.txt'), 'one two\nthree\n');
  await writeFile(join(dir, 'more.txt'), 'four');
  const help = await filemill(['--help'], env());
  expect(help).toMatch(/^ {2}tally +count the lines or words of texts$/m);
  const ofMachine = ['tally', 'poem.txt', '--of', 'words', '-o', '-'];
  expect(await filemill(ofMachine, env())).toContain('3 words');
  const { EXTENSIONS_DIR: _, ...without } = env();
  const remote = { ...without, FILEMILL_URL: client.base, FILEMILL_API_KEY: client.key ?? '' };
  expect(await filemill(['tally', 'poem.txt', '--of', 'words', '-o', '-'], remote)).toContain('3 words');
  const join2 = ['run', 'text-join', 'poem.txt', 'more.txt', '--between', '+', '-o', '-'];
  expect(await filemill(join2, remote)).toBe('one two\nthree\n+four');
  const byRole = ['run', 'text-join', 'poem.txt', '--continuation', 'more.txt', '--between', '+', '-o', '-'];
  for (const place of [remote, env()]) expect(await filemill(byRole, place)).toBe('one two\nthree\n+four');
});

test("MCP has the extension's tool", async () => {
  const mcp = new McpClient({ name: 'test', version: '1' });
  const { EXTENSIONS_DIR: _, ...without } = env();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp'],
    env: {
      ...without,
      PATH: without.PATH ?? '',
      FILEMILL_URL: client.base,
      FILEMILL_API_KEY: client.key ?? '',
    },
  });
  await mcp.connect(transport);
  try {
    const { tools } = await mcp.listTools();
    const tool = tools.find(({ name }) => name === 'tally_text');
    expect(tool).toMatchObject({ title: 'Count lines' });
    expect(tool?.inputSchema.properties).toHaveProperty('options.properties.of');
    const call = async (name: string, given: object) =>
      JSON.stringify(await mcp.callTool({ name, arguments: { ...given } }));
    const file = { name: 'a.txt', text: 'a b' };
    expect(await call('tally_text', { file, options: { of: 'words' } })).toContain('2 words');
    const several = { type: 'text-join', files: [file, { name: 'b.txt', text: 'c' }] };
    expect(await call('run_job', several)).toContain('a bc');
  } finally {
    await mcp.close();
  }
});

test("the extension's options are validated, and its refusals are returned", async () => {
  const file = { type: 'text-tally', filename: 'a.txt', contentType: 'text/plain', fileSize: 3 };
  const mistyped = await client.post<ErrorBody>('/jobs', { ...file, options: { off: 'lines' } });
  expect([mistyped.status, mistyped.body.details?.[0]]).toEqual([
    400,
    { path: 'options.off', message: '`options.off` is not a known field; known: of.' },
  ]);
  const refused = await client.post<ErrorBody>('/jobs', {
    ...file,
    filename: 'a.md',
    contentType: 'text/markdown',
    options: {},
  });
  expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
});

test('the extension runs in the sandbox, with access only to the paths that its engine declares', async () => {
  const job = await client.run({ type: 'text-tally', ...text('one two\nthree\n') }, { of: 'words' });
  expect(job).toMatchObject({ status: 'completed' });
  const { output, content } = await firstOutput(job);
  const version = await readFile('/etc/debian_version', 'utf8');
  expect(content).toBe(`3 words\n${version}`);
  expect(output).toMatchObject({ filename: 'poem-tally.txt', metadata: { count: 3, seesUndeclared: false } });
  expect(job.result?.engines).toEqual([{ name: 'tally', version: version.trim() }]);
});

test("document-convert uses the extension's engine", async () => {
  const job = await client.run(
    { type: 'document-convert', ...text('a b\nc\n') },
    { outputFormat: 'json', pretty: false },
  );
  expect((await firstOutput(job)).content).toBe('{"lines":2,"words":3}');
});

test('image-convert and image-edit read and write the image formats that an engine declares', async () => {
  const grid = '0\t255\n128\t64\n10\t20\n';
  const file = {
    filename: 'grid.tsv',
    contentType: 'text/tab-separated-values',
    bytes: new TextEncoder().encode(grid),
  };
  const drawn = await client.run({ type: 'image-convert', ...file }, { outputFormat: 'png' });
  expect(drawn.result?.engines.map(({ name }) => name)).toEqual(['grid', 'sharp']);
  const png = await client.download(drawn.result?.downloadUrl ?? '');
  const { data, info } = await sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, ...data]).toEqual([2, 3, 0, 255, 128, 64, 10, 20]);
  const turned = await client.run(
    { type: 'image-edit', filename: 'a.png', contentType: 'image/png', bytes: png },
    { operations: [{ type: 'flip', direction: 'horizontal' }], outputFormat: 'tsv' },
  );
  expect((await firstOutput(turned)).content).toBe('255\t0\n64\t128\n20\t10\n');
});

test('a job type with a final output can only be the last step of a recipe', async () => {
  const count = { name: 'Count', jobType: 'text-tally', config: { tab: 'text' } };
  const page = {
    name: 'Page',
    jobType: 'document-convert',
    config: { tab: 'document', document: { outputFormat: 'txt' } },
  };
  const recipe = (steps: object[]) => client.post<ErrorBody>('/recipes', { name: 'Counting', steps });
  expect((await recipe([count, page])).body.message).toContain('text-tally may only be the final step');
  expect((await recipe([page, count])).status).toBe(201);
});

test.runIf(runsAll)(
  "doctor lists the extension's engine and job type",
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [cli, 'doctor', '--json'], { env: env() });
    const report = JSON.parse(stdout) as { engines: { id: string }[]; jobTypes: { id: string }[] };
    expect(report.engines.find(({ id }) => id === 'tally')).toMatchObject({ title: 'Tally' });
    expect(report.jobTypes.find(({ id }) => id === 'text-tally')).toMatchObject({ available: true });
  },
  300_000,
);
