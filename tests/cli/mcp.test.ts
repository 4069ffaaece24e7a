import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openThisMachine } from '../../src/cli/backend/local.ts';
import { serveHttp } from '../../src/cli/mcp/http.ts';
import { Roots } from '../../src/cli/mcp/roots.ts';
import { createSession } from '../../src/cli/mcp/server.ts';
import { pdf, png } from '../support/samples.ts';

const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));

let dir: string;
let root: string;
let out: string;
let client: Client;

const env = () => ({
  PATH: process.env.PATH!,
  HOME: process.env.HOME!,
  XDG_CONFIG_HOME: join(dir, 'config'),
});

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-mcp-test-'));
  [root, out] = [join(dir, 'read'), join(dir, 'write')];
  await mkdir(root);
  await mkdir(out);
  await writeFile(join(root, 'one.pdf'), pdf(['first']));
  await writeFile(join(root, 'two.pdf'), pdf(['second']));
  await writeFile(join(dir, 'secret.csv'), 'a,b\n1,2\n');
  await symlink(join(dir, 'secret.csv'), join(root, 'link.csv'));
  await symlink(dir, join(out, 'away'));
  client = new Client({ name: 'test', version: '1' });
  const args = [cli, 'mcp', '--root', root, '--write', out];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: env() }));
});
afterAll(async () => {
  await client?.close();
  await rm(dir, { recursive: true, force: true });
});

const call = async (name: string, given: Record<string, unknown>, by = client): Promise<CallToolResult> =>
  (await by.callTool({ name, arguments: given })) as CallToolResult;
const textOf = ({ content }: CallToolResult): string =>
  content.map(part => (part.type === 'text' ? part.text : '')).join('\n');

describe('over standard input and output', () => {
  test('tools are derived from the job type declarations', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['convert', 'merge_pdfs', 'ocr', 'transcribe', 'upscale_image', 'separate_stems', 'isolate_voice'],
        ...['run_job', 'run_recipe', 'read_job', 'list_job_types', 'list_recipes'],
      ]),
    );
    const upscale = tools.find(({ name }) => name === 'upscale_image')!;
    expect(upscale.inputSchema.properties).toHaveProperty('options.properties.scale');
    expect(client.getInstructions()).toContain(root);
  });

  test('the options of a job type are shown, and those with a default are not required', async () => {
    const answer = await client.callTool({ name: 'list_job_types', arguments: { type: 'pdf-number' } });
    const [{ text }] = answer.content as [{ text: string }];
    expect(JSON.parse(text)).toMatchObject({
      id: 'pdf-number',
      accepts: ['pdf'],
      options: { properties: { start: { default: 1 } }, required: [] },
    });
  });

  test('the result of an inline file is returned as a resource, with progress', async () => {
    const seen: number[] = [];
    const file = { name: 'a.csv', text: 'a,b\n007,x\n' };
    const answer = (await client.callTool({ name: 'convert', arguments: { file, to: 'json' } }, undefined, {
      onprogress: ({ progress }) => seen.push(progress),
    })) as CallToolResult;
    const made = answer.content.find(part => part.type === 'resource')!;
    expect(JSON.parse((made.resource as { text: string }).text)).toEqual([{ a: '007', b: 'x' }]);
    expect(seen.length).toBeGreaterThan(0);
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri: made.resource.uri, name: 'a.json' }));
    expect(textOf(await call('read_job', { id: 'call-1' }))).toContain('a.json');
  });

  test('binary results are returned as resource links', async () => {
    const file = { name: 'a.png', data: png(8, 6).toString('base64') };
    const { content } = await call('convert', { file, to: 'webp' });
    const link = content.find(part => part.type === 'resource_link')!;
    expect(link).toMatchObject({ name: 'a.webp', mimeType: 'image/webp' });
    const { contents } = await client.readResource({ uri: link.uri });
    const bytes = Buffer.from((contents[0] as { blob: string }).blob, 'base64');
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
  });

  test('input paths are read within the roots, and results are written to allowed folders', async () => {
    const given = { files: [join(root, 'two.pdf'), 'one.pdf'], save_to: join(out, 'new') };
    expect(textOf(await call('merge_pdfs', given))).toContain(join(out, 'new'));
    const [name] = await readdir(join(out, 'new'));
    const text = (await readFile(join(out, 'new', name!))).toString('latin1');
    expect(text.slice(0, 5)).toBe('%PDF-');
    expect(await readdir(join(out, 'new'))).toHaveLength(1);
    const again = await call('merge_pdfs', given);
    expect(again.isError).toBe(true);
    expect(textOf(again)).toContain('"overwrite": true');
  });

  test.each([
    [
      'a symbolic link that leads out of the root',
      'convert',
      { file: 'link.csv', to: 'json' },
      /no file link\.csv in the folders/,
    ],
    [
      'a path that leads out of the root',
      'convert',
      { file: '../secret.csv', to: 'json' },
      /no file \.\.\/secret\.csv/,
    ],
    ['a missing file', 'convert', { file: 'none.csv', to: 'json' }, /Check the path/],
    [
      'an output folder that is not allowed',
      'convert',
      { file: { name: 'a.csv', text: 'a\n1\n' }, to: 'json', save_to: '/tmp' },
      /cannot be written to \/tmp/,
    ],
    [
      'an output folder behind a symbolic link',
      'convert',
      { file: { name: 'a.csv', text: 'a\n1\n' }, to: 'json', save_to: 'away/x' },
      /cannot be written to away\/x/,
    ],
    [
      'an unknown format',
      'convert',
      { file: { name: 'a.csv', text: 'a\n1\n' }, to: 'gold' },
      /must be one of/,
    ],
    [
      'an invalid option',
      'run_job',
      { type: 'pdf-rotate', file: 'one.pdf', options: { angle: 45 } },
      /options\.angle/,
    ],
    ['a file without data', 'convert', { file: { name: 'a.csv' }, to: 'json' }, /"data": "<base64>"/],
    [
      'a damaged file',
      'run_job',
      { type: 'pdf-split', file: { name: 'a.pdf', text: '%PDF-1.4' } },
      /cannot be read/,
    ],
    ['an unknown recipe', 'run_recipe', { recipe: 'none', file: 'one.pdf' }, /no recipe none/],
    ['an unknown job', 'read_job', { id: 'job_x' }, /no job job_x/],
  ])('%s is refused with a helpful message', async (_what, name, given, message) => {
    const answer = await call(name, given);
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toMatch(message);
  });
});

describe('over HTTP', () => {
  let server: ChildProcess;
  let url: string;
  const token = 'a-token-of-the-test';

  beforeAll(async () => {
    server = spawn(process.execPath, [cli, 'mcp', '--http', '0', '--token', token], {
      env: env(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    for await (const chunk of server.stderr!) {
      said += chunk;
      if (said.includes('\n')) break;
    }
    url = /http:\S+/.exec(said)![0];
  });
  afterAll(async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  });

  const status = (headers: Record<string, string>, body = '{}') =>
    new Promise<number>((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers }, answer => {
        answer.resume();
        resolve(answer.statusCode!);
      });
      sent.on('error', reject);
      sent.end(body);
    });

  test('listens only on localhost, and requires the token, its own host name and no foreign origin', async () => {
    const authorization = `Bearer ${token}`;
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(await status({})).toBe(401);
    expect(await status({ authorization: 'Bearer other' })).toBe(401);
    expect(await status({ authorization, host: 'evil.example' })).toBe(403);
    expect(await status({ authorization, origin: 'https://evil.example' })).toBe(403);
  });

  test('a body that is too long is refused, even without a Content-Length header', async () => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    const answer = await new Promise<number>((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } }, got => {
        got.resume();
        resolve(got.statusCode!);
        sent.destroy();
      });
      sent.on('error', reject);
      pipeline(Readable.from(Array.from({ length: 65 }, () => piece)), sent).catch(() => {});
    });
    expect(answer).toBe(413);
    expect(await status({ authorization: `Bearer ${token}` }, 'no JSON')).toBe(400);
  });

  test.each([
    ['nested too deeply', '['.repeat(1000) + ']'.repeat(1000), 'is nested more than 32 levels deep'],
    ['a list with too many values', `[${'0,'.repeat(30_000)}0]`, 'has more than 20000 values'],
  ])('a body that is %s is refused before it is parsed', async (_what, body, message) => {
    const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(message);
  });

  test('a client with the token gets the same tools; without a root, paths are refused', async () => {
    const other = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await other.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const file = { name: 'a.json', text: '{"big": 9007199254740993}' };
    const { content } = await call('convert', { file, to: 'yaml' }, other);
    const made = content.find(part => part.type === 'resource')!;
    expect((made.resource as { text: string }).text).toContain('big: 9007199254740993');
    expect(textOf(await call('convert', { file: '/etc/hostname', to: 'pdf' }, other))).toContain(
      '--root FOLDER',
    );
    await other.close();
  });
});

test('a request without a session id creates no session, and concurrent requests cannot exceed the session limit', async () => {
  const backend = await openThisMachine(false);
  const roots = await Roots.open([], []);
  let open = 0;
  const { url, close } = await serveHttp(
    { host: '127.0.0.1', port: 0, token: 'x', allowHosts: [] },
    async () => {
      open++;
      const session = await createSession(backend, roots, '1');
      return { ...session, close: async () => void open-- };
    },
  );
  const headers = {
    authorization: 'Bearer x',
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  const send = (message: object, more: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    });
  const initialize = {
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  try {
    const lost = await Promise.all(Array.from({ length: 40 }, () => send({ method: 'tools/list' })));
    expect(new Set(lost.map(({ status }) => status))).toEqual(new Set([400]));
    expect((await fetch(url, { headers })).status).toBe(400);
    expect((await send(initialize, { accept: 'text/html' })).status).toBe(406);
    expect(open).toBe(0);
    const begun = await Promise.all(Array.from({ length: 40 }, () => send(initialize)));
    const accepted = begun.filter(({ status }) => status === 200);
    expect([accepted.length, open]).toEqual([32, 32]);
    const id = accepted[0]!.headers.get('mcp-session-id')!;
    await fetch(url, { method: 'DELETE', headers: { ...headers, 'mcp-session-id': id } });
    expect((await send(initialize)).status).toBe(200);
    expect(open).toBe(32);
  } finally {
    await close();
    await backend.close();
  }
  expect(open).toBe(0);
});
