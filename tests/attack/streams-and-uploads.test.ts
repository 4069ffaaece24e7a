import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedJob } from '../../src/contract/schemas/job.ts';
import { ConcurrencyLimit } from '../../src/domain/metering/concurrency-limit.ts';
import { revokeKey } from '../../src/domain/people/keys/keys.ts';
import { limits } from '../../src/settings/limits.ts';
import type { Client } from '../support/client.ts';
import { png } from '../support/samples.ts';
import { begin, type Sending, send, until } from '../support/sending.ts';
import { startService, type TestService } from '../support/service.ts';
import { makePngBytes } from '../support/transfers.ts';
import { firstUser, joined, type Person } from '../workspace/support/person.ts';

/** Resources that one workspace could take from all others, and streams that outlive their permission. */
let service: TestService;
let ada: Person;
let home: string;
beforeAll(async () => {
  service = await startService();
  ({ person: ada, workspaceId: home } = await firstUser(service));
});
afterAll(() => service.stop());

const bytes = png(4, 4);
const request = {
  type: 'image-convert',
  filename: 'a.png',
  fileSize: bytes.length,
  contentType: 'image/png',
  options: { outputFormat: 'webp' },
};

/** An open event stream. */
async function stream(url: string, headers: Record<string, string>) {
  const controller = new AbortController();
  const response = await fetch(url, { headers, signal: controller.signal });
  const ended = response.body
    ?.pipeTo(new WritableStream())
    .then(() => 'ended')
    .catch(() => 'aborted');
  return { status: response.status, ended, close: () => controller.abort() };
}

const streamOf = (client: Client, id: string) =>
  stream(`${client.base}/jobs/${id}/events`, { authorization: `Bearer ${client.key}` });

test('event streams are limited per workspace, so that others can open theirs', async () => {
  const greedy = await service.client();
  const modest = await service.client();
  const { id } = await greedy.create(request);
  const open = await Promise.all(
    Array.from({ length: limits.eventStreams.perWorkspace }, () => streamOf(greedy, id)),
  );
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await streamOf(greedy, id);
  expect(refused.status).toBe(429);
  const other = await streamOf(modest, (await modest.create(request)).id);
  expect(other.status).toBe(200);
  for (const each of [...open, other]) each.close();
  await until(async () => {
    const again = await streamOf(greedy, id);
    again.close();
    return again.status === 200;
  }, 'a free event stream');
});

test('concurrent uploads are limited per workspace, so that others can upload', async () => {
  const greedy = await service.client();
  const large = makePngBytes(600_000);
  const document = Buffer.concat([Buffer.from('%PDF-1.4\n'), large]);
  const files = Array.from({ length: limits.uploads.perWorkspace + 1 }, (_, n) => ({
    filename: `${n}.pdf`,
    contentType: 'application/pdf',
    fileSize: document.length,
  }));
  const { uploads } = await greedy.expect(greedy.post<CreatedJob>('/merge', { files }));
  const senders: Sending[] = [];
  const answers: number[] = [];
  for (const { uploadUrl } of uploads!) {
    const sending = begin('PUT', uploadUrl, { 'content-length': document.length });
    sending.request.write(document.subarray(0, 1000));
    sending.answer.then(({ status }) => answers.push(status)).catch(() => {});
    senders.push(sending);
  }
  await until(() => answers.length === 1, 'one upload to be refused');
  expect(answers).toEqual([429]);
  const modest = await service.client();
  const { uploadUrl } = await modest.create({ ...request, fileSize: large.length });
  expect((await send('PUT', uploadUrl!, large)).status).toBe(200);
  for (const { request: sending } of senders) sending.destroy();
});

test('the limit per workspace is below the overall limit for streams, waits, uploads and downloads', () => {
  for (const kind of ['eventStreams', 'waits', 'uploads', 'downloads'] as const)
    expect(limits[kind].perWorkspace).toBeLessThan(limits[kind].inAll / 2);
  const limit = new ConcurrencyLimit('things', { inAll: 3, perWorkspace: 2 });
  const end = limit.begin('a');
  limit.begin('a');
  expect(() => limit.begin('a')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  limit.begin('b');
  expect(() => limit.begin('c')).toThrow(expect.objectContaining({ code: 'unavailable' }));
  end();
  end();
  limit.begin('c');
  expect(() => limit.begin('d')).toThrow(expect.objectContaining({ code: 'unavailable' }));
});

describe('an open stream ends', () => {
  test('when its key is revoked', async () => {
    const client = await service.client();
    const { id } = await client.create(request);
    const open = await streamOf(client, id);
    await revokeKey(service.db, { id: client.keyId });
    expect(await open.ended).toBe('ended');
  });

  /** An event stream of a signed-in user. */
  async function watched(person: Person) {
    const { id } = await ada.ok<{ id: string }>('POST', `/workspaces/${home}/jobs`, request);
    const open = await stream(`${service.url}/api/workspace/workspaces/${home}/jobs/${id}/events`, {
      cookie: person.cookie,
    });
    expect(open.status).toBe(200);
    return open;
  }

  test('when its member is removed', async () => {
    const { person, id } = await joined(ada, home, 'viewer', 'removed@example.com');
    const open = await watched(person);
    await ada.ok('DELETE', `/workspaces/${home}/members/${id}`);
    expect(await open.ended).toBe('ended');
  });

  test('when its session is ended', async () => {
    const { person, id } = await joined(ada, home, 'viewer', 'gone@example.com');
    const open = await watched(person);
    await sql`delete from sessions where user_id = ${id}`.execute(service.db);
    expect(await open.ended).toBe('ended');
  });
});
