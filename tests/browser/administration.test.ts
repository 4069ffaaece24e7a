import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { describeModel } from '../support/model-entry.ts';
import { runsAll } from '../support/needs.ts';
import { expectAccessible, openPage, person } from './support/browser.ts';
import { openWorkspace } from './support/workspace.ts';

/** The folder that the operator allows as a connection. */
const folder = await mkdtemp(join(tmpdir(), 'filemill-folder-'));
await mkdir(join(folder, 'scans'));
afterAll(() => rm(folder, { recursive: true }));

/** A model that arrives when the test lets it, and one whose server does not answer. */
const weights = Buffer.alloc(200_000, 'weights');
let sendRest = () => {};
const modelServer = createServer((_, response) => {
  response.writeHead(200, { 'content-length': weights.length }).write(weights.subarray(0, 100_000));
  sendRest = () => response.end(weights.subarray(100_000));
}).listen(0, '127.0.0.1');
await new Promise(resolve => modelServer.once('listening', resolve));
afterAll(() => modelServer.close());
const modelsDir = await mkdtemp(join(tmpdir(), 'filemill-models-'));
afterAll(() => rm(modelsDir, { recursive: true }));
await writeFile(
  join(modelsDir, 'manifest.json'),
  JSON.stringify({
    models: [
      describeModel('maps', weights, (modelServer.address() as AddressInfo).port),
      describeModel('unreachable', weights, 1),
    ],
  }),
);

/** One person goes through keys, webhooks, usage, members, settings, connections, triggers and the system page. */
const { service, browser, page, expectQuiet } = await openWorkspace('all', {
  env: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1', CONNECTION_FOLDERS: folder, MODELS_DIR: modelsDir },
});

/** The status that the receiver answers, and the signatures it received. */
let answer = { status: 500, text: 'the shelf is full' };
const signatures: string[] = [];
const receiver = createServer((request, response) => {
  signatures.push(String(request.headers['webhook-signature']));
  request.resume().on('end', () => response.writeHead(answer.status).end(answer.text));
}).listen(0, '127.0.0.1');
await new Promise(resolve => receiver.once('listening', resolve));
const hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
afterAll(() => receiver.close());

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

async function open(path: string, heading: string): Promise<void> {
  const answer = await page.goto(path);
  expect([path, answer?.status()]).toEqual([path, 200]);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** Confirms that the secret is stored, and closes the dialog. */
async function leaveSecret(): Promise<string> {
  const secret = (await dialog().locator('code').first().textContent())!;
  await page.keyboard.press('Escape');
  await page.mouse.click(2, 2);
  expect(await dialog().getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await dialog().getByRole('checkbox').check();
  await dialog().getByRole('button', { name: 'Done' }).click();
  await dialog().waitFor({ state: 'hidden' });
  return secret;
}

const statusOf = async (key: string) =>
  (await fetch(`${service.url}/api/public/usage`, { headers: { authorization: `Bearer ${key}` } })).status;

test('a key is created with permissions, shown once, used with its curl command, rotated, revoked and restored', async () => {
  await open('/keys', 'Keys');
  await page.getByRole('row').first().waitFor();
  if (runsAll) await expectAccessible(page);
  await button('Create a key').click();
  await dialog().getByLabel('Name').fill('Invoices');
  await dialog().getByLabel('Read recipes').uncheck();
  expect(await dialog().getByLabel('Change connections').isChecked()).toBe(false);
  if (runsAll) await expectAccessible(page);
  await dialog().getByRole('button', { name: 'Create a key' }).click();
  await dialog().getByText('Store it now').waitFor();
  await expectAccessible(page);
  const curl = (await dialog().getByLabel('the curl command').first().textContent())!;
  const { stdout } = await promisify(execFile)('bash', ['-c', curl.replace('-o hello.pdf', '-s -o -')]);
  expect(stdout).toMatch(/^%PDF-/);
  const key = await leaveSecret();
  expect(key).toMatch(/^fm_live_/);
  await row('Invoices').getByText('Read jobs, Create jobs, Change and run recipes').waitFor();

  await button('Rotate Invoices').click();
  await dialog().getByRole('button', { name: 'Rotate' }).click();
  await dialog()
    .getByText(`The old key (…${key.slice(-4)}) also works until`)
    .waitFor();
  const fresh = await leaveSecret();
  await row(key.slice(-4)).getByText('Replaced, expires').waitFor();
  expect([await statusOf(key), await statusOf(fresh)]).toEqual([200, 200]);

  await button(`Revoke Invoices (…${fresh.slice(-4)})`).click();
  await page.getByText('Invoices no longer works.').waitFor();
  expect(await statusOf(fresh)).toBe(401);
  await button('Undo').click();
  await row(fresh.slice(-4)).waitFor();
  await expect.poll(() => statusOf(fresh)).toBe(200);
  expectQuiet();
});

test.runIf(runsAll)(
  'a webhook shows the response to a test event, logs the signed request and resends failed deliveries',
  async () => {
    await open('/webhooks', 'Webhooks');
    await page.getByText('No webhooks yet').waitFor();
    if (runsAll) await expectAccessible(page);
    await button('New callback secret').click();
    await dialog().getByText('A new one replaces it').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    const { callbacks } = await service.db
      .selectFrom('audit_entries')
      .select(({ fn }) => fn.countAll<number>().as('callbacks'))
      .where('action', '=', 'callbacks.secret_rotated')
      .executeTakeFirstOrThrow();
    expect(Number(callbacks), 'secrets made without confirmation').toBe(0);
    await button('Create a webhook').click();
    await dialog().getByLabel('Address').fill(hookUrl);
    await dialog().getByLabel('Purpose').fill('Production');
    await dialog().getByRole('button', { name: 'Create a webhook' }).click();
    await dialog().getByText('It signs every message').waitFor();
    expect(await leaveSecret()).toMatch(/^whsec_/);

    await page.getByRole('heading', { level: 1, name: 'Production' }).waitFor();
    expect(await button('Resend all failed').isDisabled(), 'nothing has failed').toBe(true);
    await button('Send a test event').click();
    await page.getByText('It did not work').waitFor();
    await page.getByText('the shelf is full').first().waitFor();
    const entry = page.getByRole('button', { expanded: false, name: /webhook\.test/ }).first();
    if ((await entry.count()) > 0) await entry.click();
    await page.getByText(signatures[0]!).first().waitFor();
    await page.getByRole('img', { name: /Last 24 hours: 0 delivered, [12] retried/ }).waitFor();
    await expectAccessible(page);

    answer = { status: 200, text: 'thanks' };
    await button('Send again').click();
    await page.getByLabel('Log').getByText('Delivered').first().waitFor();
    await page.getByText('thanks').first().waitFor();

    await page.getByPlaceholder('Job, run, event or diagnostic id').fill('nonsense');
    await page.getByText('That is not an id').waitFor();
    await page.getByPlaceholder('Job, run, event or diagnostic id').fill(crypto.randomUUID());
    await page.getByText('No matching deliveries.').waitFor();
    expect(new URL(page.url()).searchParams.get('find')).toMatch(/-/);
    await page.getByPlaceholder('Job, run, event or diagnostic id').fill('');

    await button('Pause').click();
    await button('Resume').waitFor();
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Rotate the secret' }).click();
    await dialog().getByRole('button', { name: 'Rotate the secret' }).click();
    await dialog().getByText('Both secrets sign').waitFor();
    await leaveSecret();
    await page.getByText('The old one also signs').waitFor();
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
    await button('Undo').click();
    await page.getByRole('link', { name: 'Production' }).waitFor();
    expectQuiet();
  },
);

test('the usage page shows the plan limits, the history, the breakdown and the credit ledger', async () => {
  await open('/usage', 'Usage');
  await page.getByText('1 operation', { exact: true }).waitFor();
  await page.getByRole('img', { name: /^Operations from .* maximum 1\.$/ }).waitFor();
  const [table] = await Promise.all([page.waitForEvent('download'), button('Download CSV').click()]);
  expect(table.suggestedFilename()).toBe('usage-by-day.csv');
  const rows = (await readFile(await table.path(), 'utf8')).trim().split('\n');
  expect(rows).toHaveLength(31);
  expect(rows.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,1,0,\d*$/);
  await page.getByRole('list', { name: 'Type' }).getByText('Convert documents').waitFor();
  const [byType] = await Promise.all([page.waitForEvent('download'), button('Download CSV by day').click()]);
  expect(byType.suggestedFilename()).toBe('usage-by-type.csv');
  expect(await readFile(await byType.path(), 'utf8')).toMatch(
    /^day,type,operations,completed,failed,credits\n\d{4}-\d\d-\d\d,document-convert,1,1,0,0\n$/,
  );
  await page.getByText('Source', { exact: true }).click();
  await page.getByText('API', { exact: true }).waitFor();
  await page.getByText('No entries yet').waitFor();
  await expectAccessible(page);
  expectQuiet();
});

test('a person is invited by a link and joins; roles change and members are removed, both with undo', async () => {
  await open('/members', 'Members');
  await page.getByText('You are the only member').waitFor();
  await button('Invite a person').click();
  await dialog().getByLabel('E-mail').fill('grace@example.com');
  await dialog().getByRole('button', { name: 'Create link' }).click();
  await dialog().getByText('Pass it on yourself').waitFor();
  const link = await leaveSecret();
  await row('grace@example.com').waitFor();
  await expectAccessible(page);

  const grace = await openPage(browser, service.url);
  await grace.page.goto(link);
  await grace.page.getByLabel('Name').fill('Grace Hopper');
  await grace.page.getByLabel('Password', { exact: false }).first().fill('another horse battery');
  await grace.page.getByRole('button', { name: 'Join' }).click();
  await grace.page.getByRole('navigation').first().waitFor();
  await grace.page.goto('/system');
  await grace.page.getByText('This page is for operators').waitFor();
  await grace.page.goto('/keys');
  await grace.page.getByRole('row').first().waitFor();
  expect(await grace.page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);

  await page.reload();
  await page.getByRole('combobox', { name: 'Role of Grace Hopper' }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await page.getByText('Grace Hopper is now Viewer.').waitFor();
  await grace.page.goto('/');
  await grace.page.getByText('You are a viewer here').waitFor();
  expect(await grace.page.getByRole('button', { name: 'Choose files' }).count()).toBe(0);
  await button('Remove Grace Hopper').click();
  await row('Grace Hopper').waitFor({ state: 'hidden' });
  await button('Undo').last().click();
  await row('Grace Hopper').waitFor();
  grace.expectQuiet();
  await grace.page.context().close();
  expectQuiet();
});

test('the workspace and the user are renamed, the password is changed, and sessions are listed', async () => {
  await open('/settings', 'Settings');
  await page.getByText('Files are stored for').waitFor();
  const scrolling = await page.evaluate<string[]>(`[...document.querySelectorAll('*')]
    .filter(each => /auto|scroll/.test(getComputedStyle(each).overflowY))
    .filter(each => each.scrollHeight > each.clientHeight + 1)
    .map(each => each.id || each.className)`);
  expect(scrolling, 'one scroll bar').toEqual(['main']);
  await page.getByLabel('Name', { exact: true }).fill('Print shop');
  await page.getByRole('region', { name: 'Workspace' }).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'Workspace and account' }).getByText('Print shop').waitFor();
  await page.getByLabel('Current password').fill('wrong, all of it');
  await page.getByLabel('New password').fill('a much better battery');
  await button('Change password').click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Current password').fill(person.password);
  await button('Change password').click();
  await page.getByText('Your password was changed').waitFor();
  await page.getByText('Chrome on Linux (this one)').waitFor();
  const [log] = await Promise.all([page.waitForEvent('download'), button('Download CSV').click()]);
  expect(log.suggestedFilename()).toBe('audit-log.csv');
  expect((await readFile(await log.path(), 'utf8')).split('\n').slice(0, 2)).toEqual([
    'time,action,target,target_id,detail,by,by_kind,by_id,workspace_id',
    expect.stringMatching(/Z,workspace\.renamed,Print shop,wsp_\w+,,ada@example\.com,user,usr_\w+,wsp_\w+$/),
  ]);
  await expectAccessible(page);
  expectQuiet();
});

test('an owner deletes a workspace after typing its name, and goes on in another one', async () => {
  const made = await page.request.post('/api/workspace/workspaces', { data: { name: '=Lab' } });
  const { id } = await made.json();
  await page.evaluate(chosen => localStorage.setItem('filemill.workspace', chosen), id);
  await open('/settings', 'Settings');
  await button('Delete workspace…').click();
  await dialog().getByLabel('Name').fill('Print shop');
  expect(await dialog().getByRole('button', { name: 'Delete everything' }).isDisabled()).toBe(true);
  await dialog().getByLabel('Name').fill('=Lab');
  await expectAccessible(page);
  await dialog().getByRole('button', { name: 'Delete everything' }).click();
  await page.getByText('=Lab was deleted.').waitFor();
  await page.getByRole('region', { name: 'Workspace and account' }).getByText('Print shop').waitFor();
  expect((await page.request.get(`/api/workspace/workspaces/${id}`)).status()).toBe(404);
  await open('/system?tab=audit', 'System');
  const [log] = await Promise.all([page.waitForEvent('download'), button('Download CSV').click()]);
  expect(await readFile(await log.path(), 'utf8')).toContain(`,workspace.deleted,'=Lab,${id},`);
  expectQuiet();
});

test('a connection is tested when saved, then edited, and deleted with undo', async () => {
  await open('/connections', 'Connections');
  await page.getByText('No connections yet').waitFor();
  await button('New connection').click();
  for (const [kind, field] of [
    ['WebDAV', 'Address'],
    ['SFTP', 'Host key fingerprint'],
    ['HTTP PUT', 'Bearer token'],
    ['S3 bucket', 'Endpoint'],
    ['Folder of the server', 'Path'],
  ] as const) {
    await dialog().getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: kind }).click();
    await dialog().getByLabel(field).waitFor();
  }
  // Each field says what is missing, until it is filled in.
  await button('Test and save').click();
  await dialog().getByText('Fill in “Name”.').waitFor();
  await dialog().getByText('Fill in “Path”.').waitFor();
  if (runsAll) await expectAccessible(page);
  await dialog().getByLabel('Name').fill('archive');
  await dialog().getByText('Fill in “Name”.').waitFor({ state: 'detached' });
  await dialog().getByLabel('Path').fill(join(folder, 'nowhere'));
  await button('Test and save').click();
  await dialog().getByRole('alert').getByText('The folder does not exist.').waitFor();
  if (runsAll) await expectAccessible(page);
  await dialog().getByLabel('Path').fill(folder);
  await button('Test and save').click();
  await row('archive').getByText('Folder of the server').waitFor();
  await button('Change archive').click();
  await dialog().getByLabel('Name').fill('office');
  await button('Test and save').click();
  await row('office').waitFor();
  await button('Test office').click();
  await row('office').getByText('Works').waitFor();
  await rename(folder, `${folder}-moved`);
  await button('Test office').click();
  await row('office').getByText('Does not work', { exact: true }).waitFor();
  await row('office').getByText('The folder does not exist.').waitFor();
  await expectAccessible(page);
  await rename(`${folder}-moved`, folder);
  await button('Delete office').click();
  await row('office').waitFor({ state: 'hidden' });
  await button('Undo').last().click();
  await row('office').waitFor();
  if (runsAll) await expectAccessible(page);
  expectQuiet();
});

test.runIf(runsAll)(
  'a trigger is created, logs the files it started and skipped, is paused, and deleted with undo',
  async () => {
    await open('/triggers', 'Triggers');
    await page.getByText('No triggers yet').waitFor();
    await button('New trigger').click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Read new scans');
    await dialog().getByLabel('Folder').fill('scans');
    await dialog().getByRole('combobox', { name: 'Action' }).fill('Convert documents');
    await page.getByRole('option', { name: /^Convert documents/ }).click();
    await dialog()
      .getByRole('combobox', { name: /Output format/ })
      .selectOption('json');
    // An option of spreadsheets has the same name, and may still be there.
    await dialog().getByRole('combobox', { name: 'Results' }).selectOption('office');
    await dialog().getByLabel('Name of the result').fill('read/{name}.{ext}');
    await expectAccessible(page);
    await writeFile(join(folder, 'scans', 'old.csv'), 'name\nAda\n');
    await dialog().getByRole('button', { name: 'Create trigger' }).click();
    await page.getByRole('heading', { level: 1, name: 'Read new scans' }).waitFor();
    await button('Change trigger').click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Read all scans');
    expect(await dialog().getByLabel('Folder').inputValue()).toBe('scans/');
    expect(await dialog().getByLabel('Name of the result').inputValue()).toBe('read/{name}.{ext}');
    await dialog().getByLabel('Look for new files').selectOption('900');
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Read all scans' }).waitFor();
    await page.getByText('Every 15 minutes').waitFor();
    await page.getByText('New files in office/scans/').waitFor();
    await page.getByText('office/read/{name}.{ext}').waitFor();
    await row('scans/old.csv').getByText('Skipped').waitFor();
    await writeFile(join(folder, 'scans', 'new.csv'), 'name\nGrace\n');
    const started = row('scans/new.csv').getByText('Started');
    // The files are listed every minute; a test does not wait for that.
    await expect
      .poll(
        async () => {
          await sql`update triggers set due_at = now() where due_at > now() + interval '5 seconds'`.execute(
            service.db,
          );
          return started.count();
        },
        { timeout: 100_000, interval: 500 },
      )
      .toBe(1);
    await expectAccessible(page);
    await row('scans/new.csv').getByRole('link', { name: 'Show batch' }).click();
    await page.getByRole('heading', { level: 1, name: '1 file → JSON' }).waitFor();
    await row('new.csv').getByText('Done').waitFor();
    await row('new.csv').getByRole('link', { name: 'new.json' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Batches' }).last().click();
    await page.getByRole('link', { name: '1 file → JSON' }).waitFor();
    await button('New batch').click();
    await dialog().getByText('From a connection').click();
    await dialog().getByLabel('Folder').fill('scans');
    await dialog().getByRole('combobox', { name: 'Action' }).fill('Convert documents');
    await page.getByRole('option', { name: /^Convert documents/ }).click();
    await dialog()
      .getByRole('combobox', { name: /Output format/ })
      .selectOption('yaml');
    await dialog().getByRole('combobox', { name: 'Results' }).selectOption('office');
    await dialog().getByLabel('Name of the result').fill('batch/{name}.{ext}');
    await expectAccessible(page);
    await button('Start batch').click();
    await page.getByRole('heading', { level: 1, name: '2 files → YAML' }).waitFor();
    await row('old.csv').getByRole('link', { name: 'old.yaml' }).waitFor();
    await expect
      .poll(() => readFile(join(folder, 'batch/old.yaml'), 'utf8').catch(() => ''))
      .toContain('Ada');

    await open('/triggers', 'Triggers');
    await page.getByRole('link', { name: 'Read all scans' }).click();
    await button('Pause').click();
    await button('Resume').waitFor();
    await page.getByText('Paused').waitFor();
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('No triggers yet').waitFor();
    await button('Undo').last().click();
    await row('Read all scans').getByText('Paused').waitFor();
    expectQuiet();
  },
);

test.runIf(runsAll)('a trigger starts on a schedule', async () => {
  await open('/triggers', 'Triggers');
  await button('New trigger').click();
  await dialog().getByText('On a schedule').click();
  await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Weekly report');
  await dialog().getByLabel('How often').selectOption('weekly');
  await dialog().getByLabel('Day').selectOption('5');
  await dialog().getByLabel('Time', { exact: true }).fill('06:30');
  await dialog().getByLabel('Folder').fill('scans');
  await dialog().getByRole('combobox', { name: 'Action' }).fill('Convert documents');
  await page.getByRole('option', { name: /^Convert documents/ }).click();
  await dialog()
    .getByRole('combobox', { name: /Output format/ })
    .selectOption('json');
  await dialog().getByRole('button', { name: 'Create trigger' }).click();
  await page.getByText(/^Every Friday at 06:30/).waitFor();
  await page.getByText('It has not started yet.').waitFor();
  expectQuiet();
});

test.runIf(runsAll)(
  'an operator installs a model and sees its progress, and why another cannot be installed',
  async () => {
    await open('/system?tab=engines', 'System');
    await row('maps').getByText('For Upscale an image').waitFor();
    await button('Install maps').click();
    await row('maps').getByText('Installing, 50 %').waitFor();
    await expectAccessible(page);
    sendRest();
    await row('maps').getByText('Installed', { exact: true }).waitFor();
    expect(await button('Install maps').count()).toBe(0);
    expect(await readFile(join(modelsDir, 'maps/x4.onnx'))).toEqual(weights);
    await button('Install unreachable').click();
    await row('unreachable').getByText('The server it is downloaded from cannot be reached.').waitFor();
    await button('Install unreachable').waitFor();
    await expectAccessible(page);
    expectQuiet();
  },
);

test('an operator sees the system, finds a failure by its id, sets plans, grants credits and adopts a workspace', async () => {
  const client = await service.client({ name: 'Orphan' });
  const broken = new FormData();
  broken.set('file', new Blob(['%PDF-1.4\nnothing\n%%EOF']), 'broken.pdf');
  const failed = await fetch(`${service.url}/api/public/run/pdf-compress`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.key}` },
    body: broken,
  });
  const { failure } = (await failed.json()) as { failure: { diagnosticId: string } };

  await open('/system', 'System');
  await page.getByText('Alive').waitFor();
  const day = page.getByRole('region', { name: 'Last 24 hours' });
  await day.getByRole('img', { name: /^Failed by the hour, at most [1-9]/ }).waitFor();
  await day.getByRole('img', { name: /^Stored files by the hour, at most/ }).waitFor();
  await day.getByRole('table', { name: 'By type' }).getByText('pdf-compress').first().waitFor();
  await day.getByRole('table', { name: 'Who ran what' }).getByText('Orphan').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Engines and models' }).click();
  await row('DuckDB').waitFor();
  await page.getByRole('tab', { name: 'Plans' }).click();
  await page.getByRole('columnheader', { name: 'enterprise' }).waitFor();
  expect((await page.getByRole('columnheader').allTextContents()).slice(1)).toEqual([
    'free',
    'developer',
    'enterprise',
  ]);

  await page.getByRole('tab', { name: 'Failures' }).click();
  await row('Unreadable input').waitFor();
  await page.getByPlaceholder('Diagnostic id').fill(failure.diagnosticId);
  await page.keyboard.press('Enter');
  await page.getByText(client.workspaceId).waitFor();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Workspaces' }).click();
  await page.getByLabel('Without members').check();
  await page.getByRole('combobox', { name: 'Plan of Orphan' }).click();
  await page.getByRole('option', { name: 'free' }).click();
  await page.getByText('Orphan is now on the plan free.').waitFor();
  await button('Grant credits to Orphan').click();
  await dialog().getByLabel('Credits').fill('25');
  await dialog().getByRole('button', { name: 'Grant credits' }).click();
  await page.getByText('Granted 25 credits to Orphan.').waitFor();
  if (runsAll) await expectAccessible(page);
  await button('Adopt Orphan').click();
  await page.getByText('You now own Orphan').waitFor();
  await button('Switch workspace: Print shop').click();
  await page.getByRole('menuitem', { name: 'Orphan' }).click();
  await open('/usage', 'Usage');
  await page.getByText('Balance: 25 credits').waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, heading] of [
    ['/keys', 'Keys'],
    ['/webhooks', 'Webhooks'],
    ['/triggers', 'Triggers'],
    ['/batches', 'Batches'],
    ['/connections', 'Connections'],
    ['/usage', 'Usage'],
    ['/members', 'Members'],
    ['/settings', 'Settings'],
    ['/system', 'System'],
  ] as const) {
    await open(path, heading);
    const wider = await page.evaluate<boolean>(
      "(main => main.scrollWidth > main.clientWidth)(document.querySelector('#main'))",
    );
    expect([path, wider]).toEqual([path, false]);
  }
  expectQuiet();
});
