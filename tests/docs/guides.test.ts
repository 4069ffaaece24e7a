import { execFile } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Recipe } from '../../src/contract/schemas/recipe.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import { scopes } from '../../src/contract/states.ts';
import type { Client } from '../support/client.ts';
import { runsAll } from '../support/needs.ts';
import { pdf, png } from '../support/samples.ts';
import { until } from '../support/sending.ts';
import { useService } from '../support/use-service.ts';
import { guides } from './guides.ts';

const base = mkdtempSync(join(tmpdir(), 'filemill-guides-'));
const archive = join(base, 'archive');
mkdirSync(join(archive, 'reports'), { recursive: true });
writeFileSync(join(archive, 'reports/people.csv'), 'name,n\nAda,1\n');
const service = useService('all', { CONNECTION_FOLDERS: archive });
afterAll(() => rmSync(base, { recursive: true }));

const listBlocks = (markdown: string): string[] =>
  Array.from(markdown.matchAll(/^```sh.*\n([\s\S]*?)^```$/gm), ([, block]) => block!);

const written = Object.fromEntries(
  readdirSync('docs')
    .filter(name => name.endsWith('.md'))
    .map(name => [basename(name, '.md'), listBlocks(readFileSync(`docs/${name}`, 'utf8'))])
    .filter(([, blocks]) => blocks!.length > 0),
) as Record<string, string[]>;

/** The first JSON block of a guide. */
const readJsonBlock = (guide: string): string =>
  /^```json\n([\s\S]*?)^```$/m.exec(readFileSync(`docs/${guide}.md`, 'utf8'))![1]!;
const trigger = (name: string) => ({
  name,
  type: 'ocr',
  watch: { connection: 'archive', prefix: 'none/', everySeconds: 3600 },
});

const readExample = (name: string) => readFileSync(`web/site/examples/inputs/${name}`);
const samples: Record<string, string | Buffer> = {
  'prices.csv': 'item,price\nbread,3\nbutter,2\n',
  'a.pdf': pdf(['Hello']),
  'book.pdf': pdf(['One', 'Two', 'Three']),
  'recipe.json': readJsonBlock('branching'),
  'trigger.json': JSON.stringify(trigger('New files')),
  'a.png': png(8, 8),
  'scans/a.png': png(8, 8),
  'scans/b c.png': png(9, 9),
  'report.docx': readExample('letter.docx'),
  'letter.docx': readExample('letter.docx'),
  'report.pdf': readExample('report.pdf'),
  'page.html': readExample('report.html'),
  'photo.jpg': readExample('photo.jpg'),
  'orders.csv': readExample('orders.csv'),
  'files.zip': readExample('files.zip'),
  'song.opus': readExample('song.opus'),
  'film.mp4': readExample('film.mp4'),
  'film.mkv': readExample('film.mkv'),
  'message.eml': 'From: ada@example.com\nSubject: Figures\n\nHere they are.\n',
};

/** The values that the commands refer to, created beforehand. */
const values: Record<string, string> = { root: resolve('.') };
let client: Client & { workspaceId: string; keyId: string };

async function upload(filename: string, contentType: string, bytes: Buffer) {
  const artifact = await client.expect(
    client.post<{ id: string; uploadUrl: string }>('/artifacts', {
      filename,
      contentType,
      fileSize: bytes.length,
    }),
  );
  return { ...artifact, send: () => client.upload(artifact.uploadUrl, bytes) };
}

beforeAll(async () => {
  client = await service.client({
    scopes: [...scopes],
  });
  const [document, picture] = [
    await upload('a.pdf', 'application/pdf', pdf(['Hello'])),
    await upload('a.png', 'image/png', png(8, 8)),
  ];
  await Promise.all([document.send(), picture.send()]);
  const job = await client.run(
    { type: 'document-convert', filename: 'a.txt', contentType: 'text/plain', bytes: Buffer.from('Hello') },
    { outputFormat: 'pdf' },
  );
  const steps = [{ jobType: 'document-convert', options: { outputFormat: 'txt' } }];
  const recipe = await client.expect(client.post<Recipe>('/recipes', { name: 'Text', steps }));
  const run = await client.expect(
    client.post<RecipeRun>(`/recipes/${recipe.id}/runs`, { inputArtifactId: document.id }),
  );
  const uploadUrl = (await upload('a.pdf', 'application/pdf', pdf(['Hello']))).uploadUrl;
  const ids = { pdf: document.id, picture: picture.id, job: job.id, recipe: recipe.id, run: run.id };
  Object.assign(values, ids, { uploadUrl });
  await client.expect(client.post('/connections', { name: 'archive', kind: 'folder', path: archive }));
  values.url = service.url;
  if (!runsAll) return;
  const made = await client.expect(client.post<{ id: string }>('/triggers', trigger('Others')));
  const branching = await client.expect(
    client.post<Recipe>('/recipes', JSON.parse(readJsonBlock('branching')) as object),
  );
  Object.assign(values, { trigger: made.id, branching: branching.id });
  const { id } = await client.expect(
    client.post<{ id: string }>('/webhooks', { url: 'https://example.com' }),
  );
  const { keyId } = await service.client({ workspaceId: client.workspaceId });
  Object.assign(values, { webhook: id, keyId });
});

const fillIn = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

test('every command block of the guides is run here, is run by another test, or has a reason not to be', () => {
  const counts = (of: Record<string, readonly unknown[]>) =>
    Object.fromEntries(Object.entries(of).map(([name, blocks]) => [name, blocks.length]));
  expect(counts(guides)).toEqual(counts(written));
  const reasons = Object.values(guides).flatMap(blocks => blocks.filter(block => typeof block === 'string'));
  const named = reasons.flatMap(reason => reason.match(/tests\/\S+[^\s;]/g) ?? []);
  expect(named.filter(path => !existsSync(path))).toEqual([]);
});

const cases = Object.entries(guides).flatMap(([guide, blocks]) =>
  blocks.flatMap((block, index) =>
    typeof block === 'string' || (block.isSlow && !runsAll) ? [] : [{ guide, number: index + 1, block }],
  ),
);

test.each(cases)('the commands of $guide, block $number, work', async ({ guide, number, block }) => {
  const { files = [], replace = {}, makes = [], prints = [], delivers = [] } = block;
  const folder = join(base, `${guide}-${number}`);
  mkdirSync(folder);
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), samples[name]!);
  }
  let script = written[guide]![number - 1]!.replaceAll('npx filemill', 'filemill');
  for (const [text, value] of Object.entries(replace)) script = script.replaceAll(text, fillIn(value));
  const env = {
    ...process.env,
    PATH: `${resolve('bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
    DATA_DIR: service.dataDir,
    DATABASE_URL: service.databaseUrl,
    FILEMILL_URL: service.url,
    FILEMILL_API_KEY: client.key,
    KEY: client.key,
    API: `${service.url}/api/public`,
    AUTH: `Authorization: Bearer ${client.key}`,
  };
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { cwd: folder, env });
  // curl -s also succeeds with an error's body.
  expect(stdout).not.toContain('"requestId"');
  for (const text of prints) expect(stdout.replaceAll('": "', '":"')).toContain(fillIn(text));
  for (const name of delivers)
    await until(() => globSync(name, { cwd: archive }).length === 1, `${name} in the archive`);
  for (const name of makes) expect(readFileSync(join(folder, name)).length).toBeGreaterThan(20);
});
