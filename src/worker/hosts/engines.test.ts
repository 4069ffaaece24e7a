import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings, openHosts } from '../../../tests/support/hosts.ts';
import type { Hosts } from '../running/hosts.ts';

let temp: string;
let hosts: Hosts;

beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-engines-'));
  hosts = await openHosts(join(temp, 'work'));
});

afterAll(async () => {
  await hosts.close();
  await rm(temp, { recursive: true });
});

const limits = { seconds: 50, memoryMb: 1500, outputBytes: 1e8 };
const use = async (tool: string) =>
  (await findings<Record<string, unknown>>(hosts, 'tools', { tools: [tool] }, { limits }))[tool];

test('sharp encodes and decodes inside a host', async () => {
  expect(await use('sharp')).toBe(300);
});

test('python starts threads, processes and programs inside a host', async () => {
  expect(await use('python')).toBe('[2.0, 3.0]\n[2.0]\nchild\n\nhost 1\n');
});

test.each([
  ['ghostscript', '/usr/bin/gs'],
  ['qpdf', '/usr/bin/qpdf'],
  ['libreoffice', '/usr/bin/soffice'],
])('%s makes a PDF inside a host, if installed', async (tool, path) => {
  if (existsSync(path)) expect(await use(tool)).toBe('%PDF-');
});
