import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { startSftp, startWebdav, withoutRclone } from '../connections/rclone.ts';
import { isMissing, runsAll } from '../support/needs.ts';
import { until } from '../support/sending.ts';
import { startSwift, withoutSwift } from '../support/swift/swift.ts';
import { expectAccessible } from './support/browser.ts';
import { openWorkspace } from './support/workspace.ts';

const canRun = runsAll && !isMissing(!withoutRclone && !withoutSwift);
const csv = 'name\nAda\n';

describe.skipIf(!canRun)('connections of every kind', async () => {
  if (!canRun) return;
  const [dav, sftp, put, swift] = await Promise.all([
    startWebdav(),
    startSftp(),
    startWebdav(),
    startSwift(),
  ]);
  await swift.bucket('reports');
  afterAll(() => Promise.all([dav, sftp, put, swift].map(server => server.stop())));
  const { service, page, expectQuiet } = await openWorkspace('all', {
    env: { FETCH_ALLOW_HOSTS: '127.0.0.1' },
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const readFrom = (server: { folder: string }, key: string): Promise<string> =>
    readFile(join(server.folder, key), 'utf8').catch(() => '');
  const readStored = async (Key: string): Promise<string> => {
    const { Body } = await swift.client.send(new GetObjectCommand({ Bucket: 'reports', Key }));
    return Body!.transformToString();
  };
  // A request by PUT makes no folders.
  await mkdir(join(put.folder, 'out'));
  const makeFolders = () =>
    Promise.all([dav, sftp].map(({ folder }) => mkdir(join(folder, 'in'), { recursive: true })));

  const login = { 'User name': 'ada' };
  const bucket = { Endpoint: swift.endpoint, Bucket: 'reports', 'Access key id': 'filemill:tester' };
  test.each([
    ['WebDAV', 'dav', { Address: dav.url, ...login }, 'Password', 'open sesame', 'refused the user name'],
    [
      'SFTP',
      'sftp',
      { Address: sftp.url, 'Host key fingerprint': sftp.hostKey, ...login },
      'Password',
      'open sesame',
      'refused the user name',
    ],
    ['S3 bucket', 'store', bucket, 'Secret access key', 'testing', 'The secret access key does not belong'],
    ['HTTP PUT', 'put', { Address: put.url, ...login }, 'Password', 'open sesame', 'refused the user name'],
  ])(
    '%s: a wrong login is explained, and the right one is saved',
    async (kind, name, fields, secret, right, problem) => {
      await page.goto('/connections');
      await button('New connection').click();
      await dialog().getByRole('combobox', { name: 'Kind' }).click();
      await page.getByRole('option', { name: kind }).click();
      for (const [label, value] of Object.entries({ Name: name, ...fields, [secret]: 'wrong' }))
        await dialog().getByLabel(label).first().fill(value);
      await button('Test and save').click();
      await dialog().getByRole('alert').getByText(problem).waitFor();
      await dialog().getByLabel(secret).first().fill(right);
      await button('Test and save').click();
      await row(name).getByText(kind, { exact: true }).waitFor();
      expectQuiet();
    },
  );

  /** Fills the fields that batches and triggers share. */
  async function fillWork(from: string, folder: string, format: string, to: string): Promise<void> {
    await dialog().getByRole('combobox', { name: 'Connection' }).selectOption(from);
    await dialog().getByLabel('Folder').fill(folder);
    await dialog().getByRole('combobox', { name: 'Action' }).fill('Convert documents');
    await page.getByRole('option', { name: /^Convert documents/ }).click();
    await dialog()
      .getByRole('combobox', { name: /Output format/ })
      .selectOption(format);
    await dialog().getByRole('combobox', { name: 'Results' }).selectOption(to);
    await dialog().getByLabel('Name of the result').fill('out/{name}.{ext}');
  }

  async function startBatch(from: string, folder: string, format: string, to: string): Promise<void> {
    await page.goto('/batches');
    await button('New batch').click();
    await dialog().getByText('From a connection').click();
    await fillWork(from, folder, format, to);
    await button('Start batch').click();
    await page.getByRole('heading', { level: 1, name: `1 file → ${format.toUpperCase()}` }).waitFor();
    await row(`people.${format}`).getByText('Done').waitFor();
  }

  test('files go from one connection to the next in batches', async () => {
    await makeFolders();
    await writeFile(join(dav.folder, 'in/people.csv'), csv);
    await startBatch('dav', 'in', 'json', 'sftp');
    await until(async () => (await readFrom(sftp, 'out/people.json')).includes('Ada'), 'the file on SFTP');
    await startBatch('sftp', 'out', 'yaml', 'store');
    await until(
      async () => (await readStored('out/people.yaml').catch(() => '')).includes('Ada'),
      'the object',
    );
    await startBatch('store', 'out', 'csv', 'put');
    await until(async () => (await readFrom(put, 'out/people.csv')).includes('Ada'), 'the file that was put');
    expectQuiet();
  });

  test.each([
    ['dav', 'store', () => writeFile(join(dav.folder, 'in/dav.csv'), csv), () => readStored('out/dav.json')],
    [
      'sftp',
      'dav',
      () => writeFile(join(sftp.folder, 'in/sftp.csv'), csv),
      () => readFrom(dav, 'out/sftp.json'),
    ],
    [
      'store',
      'sftp',
      () => swift.client.send(new PutObjectCommand({ Bucket: 'reports', Key: 'in/store.csv', Body: csv })),
      () => readFrom(sftp, 'out/store.json'),
    ],
  ])(
    'a trigger on %s processes each new file once, and writes the result to %s',
    async (from, to, add, read) => {
      await makeFolders();
      await page.goto('/triggers');
      await button('New trigger').first().click();
      await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill(`New in ${from}`);
      await fillWork(from, 'in', 'json', to);
      await expectAccessible(page);
      await dialog().getByRole('button', { name: 'Create trigger' }).click();
      await page.getByRole('heading', { level: 1, name: `New in ${from}` }).waitFor();
      const readTrigger = () =>
        service.db
          .selectFrom('triggers')
          .select(['claim', 'began', 'problem'])
          .where('name', '=', `New in ${from}`)
          .executeTakeFirstOrThrow();
      await until(async () => (await readTrigger()).began, 'the first list');
      await add();
      /** Lists the files now: a test does not wait a minute. */
      const makeDue = () =>
        sql`update triggers set due_at = now() where due_at > now() + interval '5 seconds'
        and due_at < now() + interval '100 seconds'`.execute(service.db);
      const started = row(`in/${from}.csv`).getByText('Started');
      await until(async () => {
        await makeDue();
        return (await started.count()) === 1;
      }, 'the start');
      await until(async () => (await read().catch(() => '')).includes('Ada'), 'the result');
      const { claim } = await readTrigger();
      await until(async () => {
        await makeDue();
        return (await readTrigger()).claim >= claim + 2;
      }, 'two more lists');
      await page.reload();
      await started.waitFor();
      expect(await started.count()).toBe(1);
      expect((await readTrigger()).problem).toBeNull();
      expectQuiet();
    },
  );
});
