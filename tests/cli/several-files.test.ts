import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServer } from '../../src/cli/backend/server.ts';
import { Roots } from '../../src/cli/mcp/roots.ts';
import { createSession } from '../../src/cli/mcp/server.ts';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { makeInvoice } from '../../src/jobs/pdf/testing/make-invoice.ts';
import { runsAll } from '../support/needs.ts';
import { pdf, png } from '../support/samples.ts';
import type { TestService } from '../support/service.ts';
import { useSharedService } from '../support/use-service.ts';

const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
const service = useSharedService();
let client: Awaited<ReturnType<TestService['client']>>;
let dir: string;
beforeAll(async () => {
  client = await service.client();
  dir = await mkdtemp(join(tmpdir(), 'filemill-several-'));
  for (const { files } of cases) for (const { name, bytes } of files) await writeFile(join(dir, name), bytes);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

interface File {
  /** Left out for files that are all alike. */
  role?: string;
  name: string;
  bytes: Buffer;
}

interface Case {
  type: string;
  options: Record<string, unknown>;
  files: [File, ...File[]];
  check(path: string): Promise<void> | void;
}

const read = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });

/** Makes a few frames of video. */
const makeFilm = () =>
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=d=0.5:s=64x48:r=10', '-c:v', 'mpeg4'],
    ...['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', '-'],
  ]);

const cases: Case[] = [
  {
    type: 'pdf-stamp',
    options: { position: 'top' },
    files: [
      { role: 'document', name: 'letter.pdf', bytes: pdf(['a letter']) },
      { role: 'stamp', name: 'seal.png', bytes: png(64, 48) },
    ],
    check: path => expect(read('pdfimages', '-list', path)).toMatch(/1\s+0 image\s+64\s+48/),
  },
  {
    type: 'pdf-compare',
    options: {},
    files: [
      { role: 'old', name: 'early.pdf', bytes: pdf(['alpha beta']) },
      { role: 'new', name: 'late.pdf', bytes: pdf(['alpha gamma']) },
    ],
    check: async path =>
      expect(JSON.parse(await readFile(path, 'utf8')).changes).toMatchObject([
        { old: { text: 'beta' }, new: { text: 'gamma' } },
      ]),
  },
  {
    type: 'pdf-invoice',
    options: { action: 'attach' },
    files: [
      { role: 'document', name: 'bill.pdf', bytes: pdf(['an invoice']) },
      { role: 'invoice', name: 'bill.xml', bytes: Buffer.from(makeInvoice()) },
    ],
    check: path => expect(read('pdfdetach', '-list', path)).toContain('factur-x.xml'),
  },
  {
    type: 'video-convert',
    options: { outputFormat: 'mkv', codec: 'copy' },
    files: [
      { role: 'video', name: 'film.mp4', bytes: makeFilm() },
      {
        role: 'subtitles',
        name: 'film.srt',
        bytes: Buffer.from('1\n00:00:00,000 --> 00:00:00,400\nA line\n'),
      },
    ],
    check: path =>
      expect(
        read('ffprobe', '-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', path),
      ).toBe('video\nsubtitle\n'),
  },
  {
    type: 'pdf-attachments',
    options: { action: 'add' },
    files: [
      { role: 'document', name: 'carrier.pdf', bytes: pdf(['a letter']) },
      { role: 'attachment', name: 'note.txt', bytes: Buffer.from('a note') },
      { role: 'attachment', name: 'more.csv', bytes: Buffer.from('a,b\n1,2\n') },
    ],
    check: path =>
      expect(read('pdfdetach', '-list', path)).toMatch(/note\.txt[\s\S]*more\.csv|more\.csv[\s\S]*note\.txt/),
  },
  {
    type: 'pdf-merge',
    options: {},
    files: [
      { name: 'first.pdf', bytes: pdf(['first']) },
      { name: 'second.pdf', bytes: pdf(['second', 'third']) },
    ],
    check: path => expect(read('pdftotext', path, '-')).toMatch(/first\s+second\s+third/),
  },
  {
    type: 'archive-create',
    options: { outputFormat: 'zip' },
    files: [
      { role: 'file', name: 'one.txt', bytes: Buffer.from('one') },
      { role: 'file', name: 'two.txt', bytes: Buffer.from('two') },
    ],
    check: path => expect(read('bsdtar', '-tf', path).split('\n')).toEqual(['one.txt', 'two.txt', '']),
  },
];
const withRoles = cases.filter(({ files }) => files[0].role !== files[1]!.role);

async function checkBytes({ check, type }: Case, bytes: Uint8Array): Promise<void> {
  const path = join(dir, `made-${type}`);
  await writeFile(path, bytes);
  await check(path);
}
const checkJob = async (each: Case, { status, result }: Job): Promise<void> => {
  expect(status).toBe('completed');
  await checkBytes(each, await client.download(result!.files[0]!.downloadUrl!));
};

describe('job types with several files, with and without roles', () => {
  test.each(cases)('$type as a job, with its files in a different order', async each => {
    const { type, options } = each;
    const files = withRoles.includes(each) ? each.files.toReversed() : each.files;
    const job = await client.create({
      type,
      options,
      files: files.map(({ role, name, bytes }) => ({
        ...(role !== undefined && { role }),
        filename: name,
        fileSize: bytes.length,
        contentType: 'application/octet-stream',
      })),
    });
    const roles = each.files.map(({ role }) => role);
    expect(job.inputs.map(({ role }) => role)).toEqual(roles);
    for (const { filename, uploadUrl } of job.uploads!)
      await client.upload(uploadUrl, files.find(({ name }) => name === filename)!.bytes);
    await client.expect(client.post(`/jobs/${job.id}/start`));
    await checkJob(each, await client.end(job.id));
  });

  test.each(cases)('$type in one request', async each => {
    const form = new FormData();
    for (const [name, value] of Object.entries(each.options)) form.append(name, String(value));
    for (const { role = 'file', name, bytes } of each.files)
      form.append(role, new Blob([new Uint8Array(bytes)]), name);
    const response = await fetch(`${client.base}/run/${each.type}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}` },
      body: form,
    });
    expect(response.status).toBe(200);
    await checkBytes(each, await response.bytes());
  });

  test.each(withRoles.filter(({ files }) => files.length === 2))('$type in a recipe', async each => {
    const [main, further] = await Promise.all(each.files.map(keep));
    const step = {
      jobType: each.type,
      options: each.options,
      artifacts: { [each.files[1]!.role!]: further },
    };
    const recipe = await client.expect(
      client.post<Recipe>('/recipes', {
        name: 'Several',
        description: '',
        steps: [{ name: 'Step', ...step }],
      }),
    );
    const started = await client.expect(
      client.post<RecipeRun>(`/recipes/${recipe.id}/runs`, { inputArtifactId: main }),
    );
    const { jobId } = await client
      .expect(client.get<RecipeRun>(`/recipe-runs/${started.id}`))
      .then(run => run.steps[0]!);
    await checkJob(each, await client.end(jobId!));
  });

  test.each(runsAll ? cases : withRoles.slice(0, 1))('$type from the command line', async each => {
    const flags = Object.entries(each.options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const [first, ...others] = each.files;
    const further = others.flatMap(({ role, name }) => (role === first.role ? [name] : [`--${role}`, name]));
    const output = `cli-${each.type}`;
    await mkdir(join(dir, output));
    await promisify(execFile)(
      process.execPath,
      [cli, 'run', each.type, first.name, ...further, ...flags, '--out', output, '--server', service.url],
      { cwd: dir, env: { ...process.env, FILEMILL_API_KEY: client.key, XDG_CONFIG_HOME: dir } },
    );
    const [made] = await readdir(join(dir, output));
    await each.check(join(dir, output, made!));
  });

  test('as an MCP tool', async () => {
    const backend = openServer({ url: service.url, key: client.key! });
    const session = await createSession(backend, await Roots.open([dir], [dir]), '1');
    const model = new McpClient({ name: 'test', version: '1' });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([session.server.connect(ours), model.connect(theirs)]);
    for (const each of cases) {
      const files = each.files.map(({ name }) => join(dir, name));
      const folder = join(dir, `mcp-${each.type}`);
      await mkdir(folder);
      const given = { files, options: each.options, save_to: folder };
      const answer = (await model.callTool({
        name: 'run_job',
        arguments: { type: each.type, ...given },
      })) as CallToolResult;
      expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
      await each.check(join(folder, (await readdir(folder))[0]!));
    }
    await model.close();
    await session.close();
  });
});

/** Uploads a file as the input of another job, which makes it an artifact. */
async function keep({ name, bytes }: File): Promise<string> {
  const entry = { filename: name, fileSize: bytes.length, contentType: 'application/octet-stream' };
  const job = await client.create({
    type: 'archive-create',
    files: [entry],
    options: { outputFormat: 'zip' },
  });
  await client.upload(job.uploads![0]!.uploadUrl, bytes);
  return (await client.get(`/jobs/${job.id}`)).body.inputs[0]!.artifactId!;
}
