import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup, verifyBackup } from '../../src/backup/backup.ts';
import { readManifest, writeManifest } from '../../src/backup/manifest.ts';
import { restoreBackup, type TargetKey } from '../../src/backup/restore.ts';
import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { makeConnection } from '../../src/db/external-server.ts';
import { openStorage } from '../../src/open-data.ts';
import { loadConfig } from '../../src/settings/config.ts';
import { Client } from '../support/client.ts';
import { startProcess } from '../support/processes/service-process.ts';
import { png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';
import { firstUser, Person, password } from '../workspace/support/person.ts';

const command = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
let service: TestService;
let temp: string;
let client: Awaited<ReturnType<TestService['client']>>;
/** Tests a complete backup of a running service against the responses that callers had received before. */
let folder: string;
let small: Job;
let large: Job;
let recipe: Recipe;
let queued: CreatedJob;
let doomed: Job;

/** A text that is too large for a row. */
const longText = randomBytes(60_000).toString('base64');

const runText = (text: string) =>
  client.run(
    { type: 'document-convert', filename: 'a.txt', contentType: 'text/plain', bytes: Buffer.from(text) },
    { outputFormat: 'html' },
  );

const download = async (by: Client, id: string): Promise<string> => {
  const { result } = await by.expect(by.get<Job>(`/jobs/${id}`));
  return Buffer.from(await by.download(result!.downloadUrl!)).toString();
};

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command as an operator does, on a separate installation. */
const filemill = (args: string[], env: Record<string, string>): Promise<Ended> =>
  promisify(execFile)(process.execPath, [command, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'filemill-backup-'));
  service = await startService('all');
  client = await service.client();
  await firstUser(service);
  small = await runText('Hello');
  large = await runText(longText);
  recipe = await client.expect(
    client.post<Recipe>('/recipes', {
      name: 'To WebP',
      steps: [{ name: 'webp', jobType: 'image-convert', options: { outputFormat: 'webp' } }],
    }),
  );
  queued = await client.create({
    type: 'document-convert',
    filename: 'b.txt',
    fileSize: 5,
    contentType: 'text/plain',
    options: { outputFormat: 'html' },
  });
  await client.upload(queued.uploadUrl!, 'later');
  folder = join(temp, 'backup');
});
afterAll(async () => {
  await service.stop();
  await rm(temp, { recursive: true, force: true });
});

test('a backup of a running service is a consistent snapshot, even if files are deleted meanwhile', async () => {
  doomed = await runText(`${longText} doomed`);
  const config = loadConfig({ DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl });
  const storage = await openStorage(config);
  const secretKey = (await readFile(join(service.dataDir, 'secret.key'), 'utf8')).trim();
  /** Runs after the rows are written: one job is erased and another created before the files are copied. */
  const change = async () => {
    await client.expect(client.send('DELETE', `/jobs/${doomed.id}`));
    await runText('made after the backup began');
  };
  let changed: Promise<void> | undefined;
  const progress: number[] = [];
  const report = await makeBackup(
    {
      connection: makeConnection(service.databaseUrl),
      storage: {
        ...storage,
        async read(key, range) {
          changed ??= change();
          await changed;
          return storage.read(key, range);
        },
      },
      secretKey,
      isKeyKept: true,
    },
    {
      folder,
      version: '0.1.0',
      now: new Date('2026-01-02T03:04:05Z'),
      withFiles: true,
      onProgress: share => progress.push(share),
    },
  );
  expect(report).toMatchObject({ damaged: [] });
  expect(report.deleted).toBeGreaterThan(0);
  expect(report.files).toBeGreaterThan(0);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
});

test('a backup restored elsewhere has working keys, users, recipes, files and jobs', async () => {
  const dataDir = join(temp, 'elsewhere');
  const restored = await filemill(['restore', folder, '--json'], { DATA_DIR: dataDir });
  expect(restored).toMatchObject({ code: 0 });
  expect(JSON.parse(restored.stdout)).toMatchObject({ createdAt: '2026-01-02T03:04:05.000Z' });
  const other = await startProcess({ DATA_DIR: dataDir });
  try {
    expect(other.key).toBeUndefined();
    const caller = new Client(other.url!, client.key);
    expect(await download(caller, small.id)).toBe(await download(client, small.id));
    expect(await download(caller, large.id)).toBe(await download(client, large.id));
    // The job waits to be started, as in the original.
    await caller.expect(caller.post(`/jobs/${queued.id}/start`));
    expect((await caller.end(queued.id)).status).toBe('completed');
    expect(await download(caller, queued.id)).toContain('later');
    const run = await caller.expect(
      caller.post<RecipeRun>(`/recipes/${recipe.id}/runs`, {
        inputArtifactId: await uploadPicture(caller),
      }),
    );
    await expect
      .poll(async () => (await caller.get<RecipeRun>(`/recipe-runs/${run.id}`)).body.status)
      .toBe('completed');
    const person = new Person(other.url!);
    const { status } = await person.post('/session', { email: 'ada@example.com', password });
    expect(status).toBeLessThan(300);
    // A job that was erased during the backup has no files.
    await expect.poll(async () => (await caller.get(`/jobs/${doomed.id}`)).body.status).toBe('expired');
  } finally {
    await other.stop();
  }
  const report = await filemill(['doctor', '--storage', '--json'], { DATA_DIR: dataDir });
  expect(JSON.parse(report.stdout)).toMatchObject({ damaged: [] });
});

async function uploadPicture(caller: Client): Promise<string> {
  const bytes = png(8, 8);
  const artifact = await caller.expect(
    caller.post<{ id: string; uploadUrl: string }>('/artifacts', {
      filename: 'a.png',
      fileSize: bytes.length,
      contentType: 'image/png',
    }),
  );
  await caller.upload(artifact.uploadUrl, bytes);
  return artifact.id;
}

test('the command backs up a running service, and checks a backup', async () => {
  const env = { DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl };
  const target = join(temp, 'rows');
  const made = await filemill(['backup', target, '--database-only', '--json'], env);
  expect(JSON.parse(made.stdout)).toMatchObject({ folder: target, files: 0, deleted: 0, damaged: [] });
  expect(await readdir(target)).not.toContain('files');
  const checked = await filemill(['restore', '--check', folder], {});
  expect(checked.stdout).toMatch(/^The backup of .* is complete: \d+ rows, \d+ files\.\n$/);
});

/** Restores into the installation in use, or into a place that is never used. */
const restore = async (from: string, key: TargetKey = { file: join(temp, 'nowhere/secret.key') }) => {
  const config = loadConfig({ DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl });
  const open = async () => ({
    connection: makeConnection(service.databaseUrl),
    storage: await openStorage(config),
  });
  return restoreBackup(from, key, open, () => {});
};

test('a backup neither overwrites another nor is restored over an installation in use', async () => {
  const nothing = {} as never;
  await expect(makeBackup(nothing, { folder } as never)).rejects.toThrow(`${folder} is not empty.`);
  await expect(restore(folder)).rejects.toThrow('The database is not empty.');
});

test.each([
  ['table', 'database/jobs.copy.gz', 'database/jobs.copy.gz'],
  ['file list', 'files.jsonl', 'files.jsonl'],
  ['manifest', 'backup.json', 'backup.json'],
  ['stored file', undefined, 'files/'],
])('a backup with a damaged %s is refused, naming the file', async (_, path, named) => {
  const broken = join(temp, `broken-${named.replaceAll('/', '-')}`);
  await cp(folder, broken, { recursive: true });
  const victim = path ?? (await findStoredFile(broken));
  const bytes = await readFile(join(broken, victim));
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(join(broken, victim), bytes);
  await expect(verifyBackup(broken, () => {})).rejects.toThrow(
    new RegExp(`^The backup .*is damaged: ${named}`),
  );
});

async function findStoredFile(backup: string): Promise<string> {
  const names = await readdir(join(backup, 'files'), { recursive: true, withFileTypes: true });
  const file = names.find(entry => entry.isFile())!;
  return join(file.parentPath, file.name).slice(backup.length + 1);
}

test('a backup that is incomplete, from a newer version or without its key is refused with the reason', async () => {
  const empty = join(temp, 'broken-off');
  await mkdir(empty);
  await expect(restore(empty)).rejects.toThrow('is not a backup, or not a whole one');

  const { format: _, secretKey: __, ...contents } = await readManifest(folder);
  const newer = join(temp, 'newer');
  await cp(folder, newer, { recursive: true });
  await writeManifest(newer, { ...contents, migrations: [...contents.migrations, '9999-later.sql'] });
  await expect(restore(newer)).rejects.toThrow(
    'made by a newer version of Filemill (0.1.0, with 9999-later.sql)',
  );

  await writeManifest(newer, contents);
  await expect(restore(newer)).rejects.toThrow('does not contain the secret key');
  await expect(restore(newer, { given: 'x'.repeat(40) })).rejects.toThrow(
    'SECRET_KEY is not the key of the installation',
  );
});
