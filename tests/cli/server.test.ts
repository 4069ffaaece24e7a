import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Batch, Connection, Recipe, Trigger, TriggerEntry } from '@filemill/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Command } from 'commander';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openServer } from '../../src/cli/backend/server.ts';
import { Roots } from '../../src/cli/mcp/roots.ts';
import { createSession } from '../../src/cli/mcp/server.ts';
import { makeBatchCommand } from '../../src/cli/verbs/batches.ts';
import { makeConnectionsCommand } from '../../src/cli/verbs/connections.ts';
import { makeRecipeCommand } from '../../src/cli/verbs/recipe.ts';
import { makeTriggersCommand } from '../../src/cli/verbs/triggers.ts';
import { scopes } from '../../src/contract/states.ts';
import { until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;
let account: { url: string; key: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filemill-cli-server-'));
  await mkdir(join(folder, 'shelf'));
  service = await startService('all', { CONNECTION_FOLDERS: folder });
  const client = await service.client({ scopes: [...scopes] });
  account = { url: service.url, key: client.key! };
  vi.stubEnv('FILEMILL_URL', account.url);
  vi.stubEnv('FILEMILL_API_KEY', account.key);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service?.stop();
  await rm(folder, { recursive: true });
});

/** Runs a command of the command line in this process and returns what it prints. */
async function runCommand(make: (words: string[]) => Promise<Command>, ...words: string[]): Promise<string> {
  const printed: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(String(text)) > 0);
  try {
    await (await make(words)).parseAsync(words, { from: 'user' });
  } finally {
    write.mockRestore();
  }
  return printed.join('');
}

const readJson = async <T>(make: (words: string[]) => Promise<Command>, ...words: string[]): Promise<T> =>
  JSON.parse(await runCommand(make, ...words, '--json')) as T;

async function save(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('the command line manages connections, triggers and batches, and shows their results', async () => {
  const place = await save('connection.json', { name: 'shelf', kind: 'folder', path: join(folder, 'shelf') });
  const made = await readJson<Connection>(makeConnectionsCommand, 'create', place);
  expect(await runCommand(makeConnectionsCommand, 'list')).toContain(`${made.id}  shelf  folder`);
  const change = await save('change.json', { name: 'files' });
  expect(await runCommand(makeConnectionsCommand, 'update', 'shelf', change)).toContain('files');

  const csv = await save('shelf/people.csv', 'name,n\nAda,1\n');
  const trigger = await readJson<Trigger>(
    makeTriggersCommand,
    'create',
    await save('trigger.json', {
      name: 'All files',
      type: 'document-convert',
      options: { outputFormat: 'json' },
      watch: { connection: 'files', pattern: '*.csv', existing: true, everySeconds: 3600 },
      output: { connection: 'files', key: 'made/{name}.{ext}' },
    }),
  );
  expect(await runCommand(makeTriggersCommand, 'list')).toContain('All files');
  const readLog = () => readJson<TriggerEntry[]>(makeTriggersCommand, 'log', trigger.id);
  await until(async () => {
    // Makes the trigger due at once: a file is processed when two listings show it.
    await sql`update triggers set due_at = now() where due_at > now() + interval '5 seconds'`.execute(
      service.db,
    );
    return (await readLog())[0]?.outcome === 'started';
  }, 'the batch of the trigger');
  const [entry] = await readLog();
  await until(
    async () => (await readdir(join(folder, 'shelf/made')).catch((): string[] => [])).includes('people.json'),
    'its result',
  );
  expect(await runCommand(makeTriggersCommand, 'log', trigger.id)).toMatch(/started {2}people\.csv {2}bat_/);
  expect(await runCommand(makeBatchCommand, 'get', entry!.batchId!)).toContain('1 completed');
  expect(await runCommand(makeTriggersCommand, 'disable', trigger.id)).toContain('disabled');
  expect(await runCommand(makeTriggersCommand, 'enable', trigger.id)).toContain('next ');

  const options = JSON.stringify({ outputFormat: 'json' });
  const words = ['create', 'document-convert', csv, '--options', options, '--wait'];
  const batch = await readJson<Batch>(makeBatchCommand, ...words);
  expect(batch.counts).toMatchObject({ completed: 1, failed: 0 });
  await runCommand(makeTriggersCommand, 'delete', trigger.id);
  expect(await runCommand(makeTriggersCommand, 'list')).toBe('There are no triggers.\n');
  await runCommand(makeConnectionsCommand, 'delete', 'files');
  expect(await runCommand(makeConnectionsCommand, 'list')).toBe('There are no connections.\n');
});

test('the command line changes a recipe, lists its versions and restores one', async () => {
  const steps = (outputFormat: string) => ({
    steps: [{ jobType: 'document-convert', options: { outputFormat } }],
  });
  await runCommand(makeRecipeCommand, 'create', 'texts', '--file', await save('one.json', steps('txt')));
  expect(
    await runCommand(makeRecipeCommand, 'update', 'texts', '--file', await save('two.json', steps('md'))),
  ).toBe('texts is saved as version 2.\n');
  expect(await runCommand(makeRecipeCommand, 'versions', 'texts')).toMatch(/2 \(current\).*\n1 /);
  const restored = await readJson<Recipe>(makeRecipeCommand, 'restore', 'texts', '1');
  expect(restored).toMatchObject({ version: 3, steps: [{ config: { document: { outputFormat: 'txt' } } }] });
});

test('the command line adds, checks, accepts and removes golden files', async () => {
  const steps = (outputFormat: string) => ({
    steps: [{ jobType: 'document-convert', options: { outputFormat } }],
  });
  const file = await save('data.json', steps('json'));
  const recipe = await readJson<Recipe>(makeRecipeCommand, 'create', 'data', '--file', file);
  const response = await fetch(`${account.url}/api/public/run/recipes/${recipe.id}?filename=a.csv`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.key}`,
      accept: 'application/json',
      'content-type': 'text/csv',
    },
    body: 'a,b\n1,2\n',
  });
  const run = (await response.json()) as { id: string };
  const golden = (...words: string[]) => runCommand(makeRecipeCommand, 'golden', ...words);
  expect(await golden('add', 'data', run.id, '--by', 'text')).toMatch(
    /^gld_\w+ {2}a\.csv {2}not checked yet/,
  );
  const [id] = /gld_\w+/.exec(await golden('list', 'data'))!;
  expect(await golden('check', 'data')).toBe(`${id}  a.csv  passed\n`);
  await runCommand(makeRecipeCommand, 'update', 'data', '--file', await save('data.json', steps('yaml')));
  await expect(golden('check', 'data', id)).rejects.toThrow('1 of 1 checks did not pass.');
  expect(await golden('accept', id)).toContain('passed');
  await golden('remove', id);
  expect(await golden('check', 'data')).toBe('The recipe has no golden files.\n');
});

test('MCP has tools for triggers, connections, batches and recipe versions', async () => {
  const { server, close } = await createSession(openServer(account), await Roots.open([], []), '1');
  const client = new Client({ name: 'test', version: '1' });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  const call = async <T>(name: string, given: Record<string, unknown> = {}): Promise<T> => {
    const answer = (await client.callTool({ name, arguments: given })) as CallToolResult;
    const [content] = answer.content;
    if (content?.type !== 'text' || answer.isError) throw new Error(JSON.stringify(answer));
    return JSON.parse(content.text) as T;
  };
  try {
    const caller = await openServer(account).connections!.create({
      name: 'inbox',
      kind: 'folder',
      path: join(folder, 'shelf'),
    });
    expect(await call('list_connections')).toMatchObject([{ id: caller.id, name: 'inbox' }]);
    const trigger = {
      name: 'By a model',
      type: 'document-convert',
      options: { outputFormat: 'json' },
      watch: { connection: 'inbox', pattern: 'none', everySeconds: 3600 },
    };
    const { id } = await call<Trigger>('create_trigger', { trigger });
    expect(await call('list_triggers')).toMatchObject([{ id, name: 'By a model', enabled: true }]);
    expect(await call('switch_trigger', { id, enabled: false })).toMatchObject({ enabled: false });
    expect(await call('read_trigger_log', { id })).toEqual([]);
    expect(await call('delete_trigger', { id })).toEqual({ deleted: id });
    await expect(call('read_trigger_log', { id })).rejects.toThrow('isError');
    await expect(call('create_trigger', { trigger: { name: 'Wrong' } })).rejects.toThrow('watch');
    const batch = await call<Batch>('run_batch', {
      type: 'document-convert',
      files: [{ name: 'a.csv', text: 'a,b\n1,2\n' }],
      options: { outputFormat: 'json' },
    });
    expect(await call('read_batch', { id: batch.id })).toMatchObject({ id: batch.id, inputCount: 1 });
    expect(await call('list_golden_files', { recipe: 'data' })).toEqual([]);
    await expect(call('check_golden_file', { id: 'gld_none' })).rejects.toThrow('golden file');
    expect(await call('list_recipe_versions', { recipe: 'texts' })).toHaveLength(3);
    expect(await call('restore_recipe_version', { recipe: 'texts', version: 2 })).toMatchObject({
      version: 4,
    });
  } finally {
    await client.close();
    await close();
  }
});
