import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { isMissing } from '../../../tests/support/needs.ts';
import { loadConfig } from '../../settings/config.ts';
import { probeStorage } from '../storage-report.ts';
import { checkDatabase } from './database.ts';
import { checkDisks } from './disk.ts';
import { checkFonts } from './fonts.ts';
import { checkLanguages } from './languages.ts';

let dataDir: string;
let database: FreshDatabase;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'filemill-doctor-'));
  database = await freshDatabase();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const examine = () => checkDatabase({ databaseUrl: database.url, dataDir });

test('describes the database, and names settings that can lose jobs with a remedy', async () => {
  const [described, clock] = await examine();
  expect(described!.found).toMatch(/^PostgreSQL 18\.\d+, yours, up to \d+ connections$/);
  // The database of the tests is fast because it need not survive a failure of the machine.
  expect(described!.advice).toContain('fsync is off: an acknowledged job can be lost');
  expect(described!.advice).not.toContain('max_connections');
  expect(clock).toEqual({ subject: 'Clock', found: expect.stringContaining('the database') });
});

test('reports a clock that differs from the database’s', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  expect((await examine())[1]).toMatchObject({
    found: expect.stringMatching(/^(59|60)\.\d s ahead of the database$/),
    advice: expect.stringContaining('Synchronise'),
  });
});

test('reports a database that cannot be reached or does not run yet', async () => {
  const [refused] = await checkDatabase({ databaseUrl: 'postgres://127.0.0.1:1/none', dataDir });
  expect(refused).toMatchObject({
    found: 'cannot be reached',
    advice: expect.stringMatching(/DATABASE_URL.*Check the host and port/),
    broken: true,
  });
  const [embedded] = await checkDatabase({ databaseUrl: undefined, dataDir });
  expect(embedded!.found).toContain('not running');
  expect(await readdir(dataDir)).toEqual([]);
});

test('finds free space also for a folder that does not exist yet', async () => {
  const folder = join(dataDir, 'not/yet');
  const disks = await checkDisks({ dataDir: folder, storage: { folder } });
  expect(disks.map(({ subject }) => subject)).toEqual(['Disk of DATA_DIR', 'Disk of STORAGE_URL']);
  expect(disks[0]!.found).toMatch(/^\d+\.\d GB free at /);
});

test('finds the fonts and languages that set-up installs', async () => {
  for (const { found, advice } of [await checkFonts(), await checkLanguages()]) {
    if (isMissing(!advice)) continue;
    expect([found, advice]).toEqual([expect.any(String), undefined]);
  }
});

test('says which packages bring missing fonts and languages', async () => {
  vi.stubEnv('PATH', dataDir);
  expect(await checkFonts()).toMatchObject({
    found: '0 font families',
    advice: expect.stringMatching(/Run: apt-get install -y fonts-liberation .*fonts-noto-cjk/),
  });
  expect(await checkLanguages()).toMatchObject({
    found: 'none',
    advice: expect.stringContaining('apt-get install -y tesseract-ocr-eng'),
  });
});

test('says what to do when a disk is nearly full', async () => {
  // This file system has no free bytes.
  const [disk] = await checkDisks({ dataDir: '/proc', storage: { folder: dataDir } });
  expect(disk).toMatchObject({
    found: '0.0 GB free at /proc',
    advice: expect.stringContaining('Shorten the retention'),
  });
});

test('reports an unusable folder for stored files, but not a missing one, which the service creates', async () => {
  const folder = join(dataDir, 'files');
  const config = loadConfig({ STORAGE_URL: pathToFileURL(folder).href });
  expect(await probeStorage(config)).toEqual({ place: folder });
  await writeFile(folder, 'not a folder');
  expect((await probeStorage(config)).problem).toContain('may not write to the folder');
});
