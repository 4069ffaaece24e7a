import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRar } from '../support/files/rar.ts';
import { png } from '../support/samples.ts';
import type { TestService } from '../support/service.ts';
import { useSharedService } from '../support/use-service.ts';
import { curl } from './curl.ts';

const service = useSharedService();
let client: Awaited<ReturnType<TestService['client']>>;
const dir = mkdtempSync(join(tmpdir(), 'filemill-conversions-'));
beforeAll(async () => {
  client = await service.client();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Saves a response to a file and returns what a program prints about it. */
function ask(bytes: Buffer, program: string, ...args: string[]): string {
  const path = join(dir, 'answer');
  writeFileSync(path, bytes);
  return execFileSync(program, [...args, path], { encoding: 'utf8' });
}

// Large inputs are mounted into the sandbox as the stored files themselves, which belong to another user.
test('an archive is created from large files', async () => {
  const files = { 'a.bin.txt': randomBytes(500_000).toString('hex'), 'b.txt': 'small' };
  const form = ['-F', 'file=@a.bin.txt', '-F', 'file=@b.txt', '-F', 'outputFormat=zip'];
  const answer = await curl(client, '/run/archive-create', form, files);
  expect(answer.status, answer.bytes.toString()).toBe(200);
  expect(ask(answer.bytes, 'unzip', '-Z1').trim().split('\n')).toEqual(['a.bin.txt', 'b.txt']);
  expect(ask(answer.bytes, 'unzip', '-p')).toBe(`${files['a.bin.txt']}small`);
});

test('a set of icons is returned as a ZIP file', async () => {
  const answer = await curl(client, '/run/image-favicon', ['-F', 'file=@logo.png'], {
    'logo.png': png(300, 200),
  });
  expect(answer.status, answer.bytes.toString()).toBe(200);
  const names = ask(answer.bytes, 'unzip', '-Z1').trim().split('\n');
  expect(names).toEqual(expect.arrayContaining(['favicon.ico', 'apple-touch-icon.png', 'site.webmanifest']));
});

test('a comic in a RAR archive becomes a PDF', async () => {
  const comic = makeRar('Page 1.png', png(120, 160));
  const answer = await curl(client, '/convert/pdf', ['-F', 'file=@comic.cbr'], { 'comic.cbr': comic });
  expect(answer.status, answer.bytes.toString()).toBe(200);
  expect(ask(answer.bytes, 'pdfimages', '-list')).toMatch(/1\s+0 image\s+120\s+160/);
});
