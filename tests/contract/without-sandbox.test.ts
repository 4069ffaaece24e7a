import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeWelcome } from '../../src/cli/welcome.ts';
import { type Service, start } from '../../src/main.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { SandboxUnusable } from '../../src/worker/sandbox/unusable.ts';
import { Client, type ErrorBody } from '../support/client.ts';
import { freshDatabase } from '../support/database.ts';

vi.mock('../../src/worker/running/hosts.ts', () => ({
  createHosts: async () => {
    throw new SandboxUnusable(new Error('spawn bwrap ENOENT'));
  },
}));

let database: Awaited<ReturnType<typeof freshDatabase>>;
let dataDir: string;
let service: Service;

const config = (role: string) =>
  loadConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: database.url, ROLE: role });
const log = pino({ level: 'silent' });

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'filemill-without-'));
  service = await start(config('all'), log);
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('the service starts without a sandbox and prints what to install', () => {
  const text = writeWelcome(service, config('all'));
  expect(text).toContain('No job can run yet, and none can be created.');
  expect(text).toContain('Install the Debian package bubblewrap');
  expect(text).not.toContain('Try it');
});

test('without a sandbox no job type is available, and creating a job is refused', async () => {
  const client = new Client(service.url!, service.firstKey!.key);
  const { body } = await client.get<{ jobTypes: { id: string; available?: boolean }[] }>('/job-types');
  expect(body.jobTypes.filter(({ available }) => available !== false)).toEqual([]);
  const answer = await client.post<ErrorBody>('/jobs', {
    type: 'document-convert',
    filename: 'a.md',
    fileSize: 8,
    contentType: 'text/markdown',
    options: { outputFormat: 'html' },
  });
  expect([answer.status, answer.body.code]).toEqual([403, 'feature_not_available']);
});

test('a separate worker does not start without a sandbox', async () => {
  await expect(start(config('worker'), log)).rejects.toBeInstanceOf(SandboxUnusable);
});
