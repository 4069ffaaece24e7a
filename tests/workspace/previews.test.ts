import { execFileSync } from 'node:child_process';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Artifact } from '../../src/contract/schemas/artifact.ts';
import type { Job } from '../../src/contract/schemas/job.ts';
import { waitForPeriodStart } from '../support/calendar.ts';
import { pdf, png } from '../support/samples.ts';
import { startService, type TestService } from '../support/service.ts';
import { firstUser, joined, type Person } from './support/person.ts';

let service: TestService;
let ada: Person;
let home: string;
let photo: string;
beforeAll(async () => {
  service = await startService('all');
  ({ person: ada, workspaceId: home } = await firstUser(service));
  photo = await upload('photo.png', png(400, 300));
});
afterAll(() => service.stop());

const at = (path: string) => `/workspaces/${home}${path}`;

async function upload(filename: string, bytes: Buffer): Promise<string> {
  const contentType = 'application/octet-stream';
  const made = await ada.ok<Artifact>('POST', at('/artifacts'), {
    filename,
    fileSize: bytes.length,
    contentType,
  });
  await fetch(made.uploadUrl!, { method: 'PUT', body: bytes, headers: { 'content-type': contentType } });
  return made.id;
}

const request = (person: Person, path: string, body?: object, signal?: AbortSignal) =>
  fetch(`${service.url}/api/workspace${at(path)}`, {
    headers: { cookie: person.cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
const convert = (options: object) => ({ type: 'image-convert', options });

/** Reads everything that a job leaves behind: lists, events, usage, quotas and rows. */
async function readTraces() {
  const [jobs, events, usage, breakdown] = await Promise.all(
    ['/jobs', '/events', '/usage', '/usage/breakdown?by=type'].map(path => ada.ok<object>('GET', at(path))),
  );
  const { db } = service;
  const count = async (table: 'events' | 'deliveries' | 'jobs' | 'job_failures') =>
    (await db.selectFrom(table).selectAll().execute()).length;
  const bytes = await db.selectFrom('storage_counters').select('bytes').orderBy('shard').execute();
  const counters = await db.selectFrom('usage_counters').selectAll().execute();
  const rows = [
    await count('events'),
    await count('deliveries'),
    await count('jobs'),
    await count('job_failures'),
  ];
  return { jobs, events, usage, breakdown, bytes, counters, rows };
}

test('a thumbnail is small, rendered once, and not counted or listed as a job', async () => {
  const before = await readTraces();
  const answer = await request(ada, `/artifacts/${photo}/thumbnail`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const { width, height } = await sharp(await answer.bytes()).metadata();
  expect([width, height]).toEqual([160, 120]);
  const made = await service.db.selectFrom('previews').selectAll().execute();
  expect((await request(ada, `/artifacts/${photo}/thumbnail`)).status).toBe(200);
  expect(await service.db.selectFrom('previews').selectAll().execute()).toEqual(made);
  expect(await readTraces()).toEqual(before);
});

test('a document is sent as a PDF, made once, and not counted or listed as a job', async () => {
  const letter = await upload('letter.md', Buffer.from('# A letter\n\nSome words.\n'));
  const before = await readTraces();
  const answer = await request(ada, `/artifacts/${letter}/pdf`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const text = execFileSync('pdftotext', ['-', '-'], { input: await answer.bytes(), encoding: 'utf8' });
  expect(text).toContain('Some words.');
  const kept = () =>
    service.db.selectFrom('previews').select('job_id').where('artifact_id', '=', letter).execute();
  const made = await kept();
  expect((await request(ada, `/artifacts/${letter}/pdf`)).status).toBe(200);
  expect(await kept()).toEqual(made);
  expect(await readTraces()).toEqual(before);
  const sounds = await upload('sounds.mp3', Buffer.from('ID3\x04\0\0\0\0\0\0'));
  expect((await request(ada, `/artifacts/${sounds}/pdf`)).status).toBe(204);
});

test('damaged files and audio files have no thumbnail, and no failure is recorded', async () => {
  const broken = await upload('broken.png', Buffer.from(png(6, 4)).fill(7, 40));
  const words = await upload('sounds.mp3', Buffer.from('ID3\x04\0\0\0\0\0\0'));
  const before = await readTraces();
  for (const id of [broken, words, 'art_none'])
    expect([id, (await request(ada, `/artifacts/${id}/thumbnail`)).status]).toEqual([id, 204]);
  expect(await readTraces()).toEqual(before);
});

test('a preview is the output of the job, triggers no webhook, and is deleted after it is sent', async () => {
  await ada.ok('POST', at('/webhooks'), { url: 'https://example.com/hook', description: 'all' });
  const before = await readTraces();
  const answer = await request(
    ada,
    `/artifacts/${photo}/preview`,
    convert({ outputFormat: 'jpeg', quality: 40 }),
  );
  expect(answer.status).toBe(200);
  const { format, width } = await sharp(await answer.bytes()).metadata();
  expect([format, width]).toEqual(['jpeg', 400]);
  const open = () =>
    service.db.selectFrom('previews').select('status').where('content_type', '=', 'image/jpeg').execute();
  await expect.poll(open).toEqual([]);
  expect(await readTraces()).toEqual(before);
});

test('a preview of a stamped document is the document that the job makes', async () => {
  const paper = await upload('paper.pdf', pdf(['Agreement']));
  const options = { box: { page: 1, x: 20, y: 30, width: 80, height: 60 }, opacity: 0.5 };
  const body = { type: 'pdf-stamp', options, furtherArtifactIds: [photo] };
  const answer = await request(ada, `/artifacts/${paper}/preview`, body);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const job = await ada.ok<Job>('POST', at('/jobs'), {
    type: 'pdf-stamp',
    options,
    files: [
      { inputArtifactId: paper, role: 'document' },
      { inputArtifactId: photo, role: 'stamp' },
    ],
    autoStart: true,
  });
  const { result } = await ada.ok<Job>('GET', at(`/jobs/${job.id}?wait=60`));
  const made = await fetch(result!.files[0]!.downloadUrl!);
  const draw = (input: Uint8Array) =>
    execFileSync('pdftoppm', ['-r', '40', '-png', '-singlefile', '-'], { input });
  const shown = draw(await answer.bytes());
  expect(shown.equals(draw(await made.bytes()))).toBe(true);
  expect(shown.equals(draw(pdf(['Agreement'])))).toBe(false);
});

test('a preview is refused for invalid options, for viewers and for job types that cost credits', async () => {
  const refused = await request(
    ada,
    `/artifacts/${photo}/preview`,
    convert({ outputFormat: 'jpeg', quality: 400 }),
  );
  expect(refused.status).toBe(400);
  for (const type of ['ocr', 'image-upscale', 'none'])
    expect((await request(ada, `/artifacts/${photo}/preview`, { type, options: {} })).status).toBe(400);
  const { person: viewer } = await joined(ada, home, 'viewer', 'viewer@example.com');
  expect((await request(viewer, `/artifacts/${photo}/thumbnail`)).status).toBe(200);
  expect(
    (await request(viewer, `/artifacts/${photo}/preview`, convert({ outputFormat: 'jpeg' }))).status,
  ).toBe(403);
  expect((await fetch(`${service.url}/api/workspace${at(`/artifacts/${photo}/thumbnail`)}`)).status).toBe(
    401,
  );
});

test('daily previews are limited to the daily operations, and refused once those are used up', async () => {
  await waitForPeriodStart('day', 60);
  const today = new Date().toISOString().slice(0, 10);
  const used = (quota: 'previews_daily') =>
    service.db
      .selectFrom('usage_counters')
      .select('used')
      .where('workspace_id', '=', home)
      .where('quota', '=', quota)
      .execute();
  const ask = () => request(ada, `/artifacts/${photo}/preview`, convert({ outputFormat: 'jpeg' }));
  await ada.ok('PATCH', `/operator/workspaces/${home}`, { plan: 'free' });
  expect((await ask()).status).toBe(200);
  expect(await used('previews_daily')).toEqual([{ used: 1 }]);
  await sql`update usage_counters set used = 25 where quota = 'previews_daily'`.execute(service.db);
  const refused = await ask();
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { code: 'quota_exceeded', message: "Today's previews are used up." },
  ]);
  expect((await request(ada, `/artifacts/${photo}/pdf`)).status, 'documents as PDF are counted').toBe(429);
  await sql`update usage_counters set used = 0 where quota = 'previews_daily'`.execute(service.db);
  await sql`insert into usage_counters values (${home}, 'operations_daily', ${today}, 25)
    on conflict (workspace_id, quota, window_start) do update set used = 25`.execute(service.db);
  expect([(await ask()).status, await used('previews_daily')]).toEqual([429, [{ used: 0 }]]);
  expect((await request(ada, `/artifacts/${photo}/thumbnail`)).status, 'thumbnails are free').toBe(200);
  await sql`delete from usage_counters where workspace_id = ${home}`.execute(service.db);
  await ada.ok('PATCH', `/operator/workspaces/${home}`, { plan: 'enterprise' });
});

test('a preview is removed from the queue when its caller disconnects', async () => {
  const controller = new AbortController();
  const asked = request(
    ada,
    `/artifacts/${photo}/preview`,
    convert({ outputFormat: 'avif' }),
    controller.signal,
  );
  const open = async () =>
    (await service.db.selectFrom('previews').select('job_id').where('status', '=', 'open').execute()).length;
  await expect.poll(open, { interval: 1 }).toBe(1);
  controller.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(open).toBe(0);
  const left = () => service.db.selectFrom('jobs').select('id').where('source', '=', 'preview').execute();
  await expect.poll(left).toEqual([]);
});

test('a thumbnail is invisible to other workspaces, and deleted with its artifact', async () => {
  const job = await ada.ok<Job>('POST', at('/jobs'), {
    ...convert({ outputFormat: 'webp' }),
    inputArtifactId: photo,
    autoStart: true,
  });
  const { result } = await ada.ok<Job>('GET', at(`/jobs/${job.id}?wait=60`));
  const made = result!.files[0]!.artifactId;
  expect((await request(ada, `/artifacts/${made}/thumbnail`)).status).toBe(200);
  const { id: other } = await ada.ok<{ id: string }>('POST', '/workspaces', { name: 'Other', plan: 'free' });
  const elsewhere = `${service.url}/api/workspace/workspaces/${other}/artifacts/${made}/thumbnail`;
  expect((await fetch(elsewhere, { headers: { cookie: ada.cookie } })).status).toBe(204);
  const kept = () =>
    service.db.selectFrom('previews').select('status').where('artifact_id', '=', made).execute();
  expect(await kept()).toEqual([{ status: 'made' }]);
  await ada.send('DELETE', at(`/jobs/${job.id}`));
  expect(await kept()).toEqual([]);
});
