import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Artifact } from '../../src/contract/schemas/artifact.ts';
import { recordAttempts } from '../../src/domain/outgoing/webhooks/record.ts';
import { createWebhook } from '../../src/domain/outgoing/webhooks/webhooks.ts';
import { purgeAccounts } from '../../src/domain/people/accounts/purge.ts';
import { setOperator } from '../../src/domain/people/accounts/users.ts';
import { revokeKey } from '../../src/domain/people/keys/keys.ts';
import { createSecrets } from '../../src/domain/rows/secrets.ts';
import { limits } from '../../src/settings/limits.ts';
import type { Client, ErrorBody } from '../support/client.ts';
import { begin, until } from '../support/sending.ts';
import { useService } from '../support/use-service.ts';
import { firstUser, joined, type Person } from '../workspace/support/person.ts';

/** Requests that cost their sender little must cost the service little. */
const service = useService();
let ada: Person;
let home: string;
beforeAll(async () => {
  ({ person: ada, workspaceId: home } = await firstUser(service));
});

const document = Buffer.from('%PDF-1.4\n%%EOF\n');

/** Uploads a file separately and returns its id. */
async function uploadArtifact(client: Client): Promise<string> {
  const declared = { filename: 'a.pdf', contentType: 'application/pdf', fileSize: document.length };
  const { id, uploadUrl } = await client.expect(client.post<Artifact>('/artifacts', declared));
  await client.upload(uploadUrl!, document);
  return id;
}

const listFiles = (id: string, times: number) => ({
  files: Array.from({ length: times }, () => ({ inputArtifactId: id })),
});

test('a merge with more files than the plan allows is refused before any file is looked up', async () => {
  const greedy = await service.client();
  const modest = await service.client();
  const id = await uploadArtifact(greedy);
  const began = performance.now();
  const tooMany = Array.from({ length: 20 }, () => greedy.post<ErrorBody>('/merge', listFiles(id, 1000)));
  const farTooMany = greedy.post<ErrorBody>('/merge', listFiles(id, 19_782));
  const other = await modest.get('/usage');
  const waited = performance.now() - began;
  expect(other.status).toBe(200);
  expect(waited, 'milliseconds that another tenant waited').toBeLessThan(8000);
  for (const refused of await Promise.all(tooMany))
    expect(refused).toMatchObject({ status: 413, body: { code: 'batch_too_large', limit: 500 } });
  expect((await farTooMany).status).toBe(400);
});

test('an artifact listed several times in a merge is read once and appears as often as it is listed', async () => {
  const client = await service.client();
  const id = await uploadArtifact(client);
  const { body, status } = await client.post('/merge', listFiles(id, 500));
  expect(status).toBe(201);
  expect(body.inputs).toHaveLength(500);
  expect(new Set(body.inputs.map(input => input.artifactId))).toEqual(new Set([id]));
  const stray = { files: [...listFiles(id, 2).files, { inputArtifactId: 'art_none' }] };
  expect((await client.post('/merge', stray)).status).toBe(404);
});

test('stalled uploads of one workspace do not block conversions of any workspace, including its own', async () => {
  const greedy = await service.client();
  const modest = await service.client();
  const url = `${greedy.base}/convert/txt?filename=a.pdf`;
  const idle = Array.from({ length: limits.oneRequest.least + 20 }, () =>
    begin('POST', url, {
      authorization: `Bearer ${greedy.key}`,
      'content-type': 'application/pdf',
      'content-length': 1_000_000,
    }),
  );
  const refusals: number[] = [];
  for (const { answer } of idle) answer.then(({ status }) => refusals.push(status)).catch(() => {});
  // Both are accepted: without a worker they are queued, and answered when their wait is over.
  const convert = ({ base, key }: Client) =>
    fetch(`${base}/convert/txt?filename=a.pdf&wait=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/pdf' },
      body: document,
    });
  await until(async () => (await modest.get('/usage')).status === 200, 'the service to receive them');
  const answers = await Promise.all([convert(modest), convert(greedy)]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(refusals).toEqual([]);
  for (const { request } of idle) request.destroy();
});

describe('upload URLs', () => {
  const request = {
    type: 'pdf-split',
    filename: 'a.pdf',
    contentType: 'application/pdf',
    fileSize: document.length,
    options: { mode: 'every', every: 1 },
  };
  const declared = { filename: 'a.pdf', contentType: 'application/pdf', fileSize: document.length };

  test('are not shown to a read-only key', async () => {
    const writer = await service.client();
    const reader = await service.client({ workspaceId: writer.workspaceId, scopes: ['jobs:read'] });
    const { id } = await writer.create(request);
    const artifact = await writer.expect(writer.post<Artifact>('/artifacts', declared));
    for (const path of [`/jobs/${id}`, '/jobs', `/artifacts/${artifact.id}`]) {
      const { status, body } = await reader.get<object>(path);
      expect(status).toBe(200);
      expect(JSON.stringify(body), path).not.toMatch(/signature|upload(s|Url)"/);
    }
    expect((await writer.get(`/jobs/${id}`)).body.uploads).toHaveLength(1);
    expect((await writer.get<Artifact>(`/artifacts/${artifact.id}`)).body.uploadUrl).toContain('signature');
  });

  test('are not shown to a workspace viewer', async () => {
    const jobs = `/workspaces/${home}/jobs`;
    const { person: viewer } = await joined(ada, home, 'viewer', 'viewer@example.com');
    const { person: member } = await joined(ada, home, 'member', 'member@example.com');
    const { id } = await ada.ok<{ id: string }>('POST', jobs, request);
    const artifact = await ada.ok<{ id: string }>('POST', `/workspaces/${home}/artifacts`, declared);
    for (const path of [`${jobs}/${id}`, jobs, `/workspaces/${home}/artifacts/${artifact.id}`])
      expect(JSON.stringify(await viewer.ok('GET', path)), path).not.toMatch(/signature|upload(s|Url)"/);
    expect(await member.ok('GET', `${jobs}/${id}`)).toHaveProperty('uploads.0.uploadUrl');
  });
});

describe('a request whose body arrives late', () => {
  /** Sends the header of a request, performs an action, then sends the body. Returns the status of the response. */
  async function sendLate(
    url: string,
    headers: Record<string, string>,
    body: string | Buffer,
    meanwhile: () => Promise<unknown>,
  ): Promise<number> {
    const sending = begin('POST', url, { ...headers, 'content-length': Buffer.byteLength(body) });
    sending.request.write(body.slice(0, 1));
    await pause(limits.accessCheckSeconds * 1000 + 200);
    await meanwhile();
    sending.request.end(body.slice(1));
    return (await sending.answer).status;
  }

  const json = { 'content-type': 'application/json' };
  const newKey = JSON.stringify({ name: 'kept' });
  const keys = () => `${service.url}/api/workspace/workspaces/${home}/keys`;

  test.each([
    ['removed', (id: string) => ada.ok('DELETE', `/workspaces/${home}/members/${id}`)],
    ['demoted', (id: string) => ada.ok('PATCH', `/workspaces/${home}/members/${id}`, { role: 'viewer' })],
    ['signed-out', (id: string) => sql`delete from sessions where user_id = ${id}`.execute(service.db)],
  ])('is refused if the admin has been %s in the meantime', async (what, act) => {
    const { person, id } = await joined(ada, home, 'admin', `${what}@example.com`);
    expect(await sendLate(keys(), { ...json, cookie: person.cookie }, newKey, () => act(id))).toBe(401);
    const listed = await ada.ok<{ keys: { name: string }[] }>('GET', `/workspaces/${home}/keys`);
    expect(listed.keys.filter(({ name }) => name === 'kept')).toEqual([]);
  });

  test('is refused if the operator has lost that role in the meantime', async () => {
    const { person, id } = await joined(ada, home, 'viewer', 'operator@example.com');
    await setOperator(service.db, id, true);
    const workspaces = `${service.url}/api/workspace/workspaces`;
    const demote = () => setOperator(service.db, id, false);
    const body = JSON.stringify({ name: 'kept' });
    expect(await sendLate(workspaces, { ...json, cookie: person.cookie }, body, demote)).toBe(401);
  });

  test.each([
    ['/artifacts', JSON.stringify({ filename: 'a.pdf', contentType: 'application/pdf', fileSize: 10 }), json],
    ['/convert/txt?filename=a.pdf', document, { 'content-type': 'application/pdf' }],
  ])('is refused if its key has been revoked in the meantime, at %s', async (path, body, headers) => {
    const client = await service.client();
    const revoke = () => revokeKey(service.db, { id: client.keyId });
    const authorization = `Bearer ${client.key}`;
    expect(await sendLate(client.base + path, { ...headers, authorization }, body, revoke)).toBe(401);
    const { rows } = await sql`select from jobs where workspace_id = ${client.workspaceId}`.execute(
      service.db,
    );
    expect(rows).toEqual([]);
  });

  test('is accepted if nothing has been revoked', async () => {
    const { person } = await joined(ada, home, 'admin', 'slow@example.com');
    const nothing = async () => {};
    expect(await sendLate(keys(), { ...json, cookie: person.cookie }, newKey, nothing)).toBe(201);
  });
});

describe('rows that callers repeatedly create and delete', () => {
  const { recipesPerDay, recipesPerWorkspace, keysPerDay, invitationsPerDay, sessionsPerUser } = limits;
  const { testEventsPerHour, deliveryAttempts } = limits;
  const insert = (text: string) => sql`${sql.raw(text)}`.execute(service.db);
  const recipe = { name: 'a', steps: [{ jobType: 'pdf-rotate', options: { angle: 90 } }] };

  /** Creates a workspace owned by a signed-in user. */
  const open = async () =>
    (await ada.ok<{ id: string }>('POST', '/workspaces', { name: 'rows', plan: 'enterprise' })).id;

  test('recipes are limited in number and per day', async () => {
    const client = await service.client();
    const made = await client.expect(client.post<{ id: string }>('/recipes', recipe));
    const fill = (count: number, deleted: string) =>
      insert(`insert into recipes (id, workspace_id, name, description, steps, accepts, deleted_at)
        select 'rcp_' || gen_random_uuid(), '${client.workspaceId}', '', '', '[]', '{}', ${deleted}
        from generate_series(1, ${count})`);
    await fill(recipesPerWorkspace - 1, 'null');
    expect(await client.post('/recipes', recipe)).toMatchObject({
      status: 400,
      body: { code: 'invalid_state', message: expect.stringContaining('delete one first') },
    });
    expect((await client.send('DELETE', `/recipes/${made.id}`)).status).toBe(204);
    const { rows } = await sql`select steps, description from recipes where id = ${made.id}`.execute(
      service.db,
    );
    expect(rows).toEqual([{ steps: [], description: '' }]);
    expect((await client.post('/recipes', recipe)).status).toBe(201);
    await fill(recipesPerDay - recipesPerWorkspace, 'now()');
    expect(await client.post('/recipes', recipe)).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', retryAfter: expect.any(Number) },
    });
  });

  test('revoked and rotated keys count towards the daily limit, and are deleted eventually', async () => {
    const id = await open();
    const { id: keyId } = await ada.ok<{ id: string }>('POST', `/workspaces/${id}/keys`, { name: 'first' });
    await insert(`insert into api_keys (id, workspace_id, name, hash, hint, scopes, revoked_at)
      select 'key_' || n || '${id}', '${id}', '', decode(md5(n || '${id}'), 'hex'), '', '{}', now()
      from generate_series(2, ${keysPerDay}) n`);
    for (const path of [`/workspaces/${id}/keys`, `/workspaces/${id}/keys/${keyId}/rotate`])
      expect((await ada.post(path, path.endsWith('keys') ? { name: 'more' } : {})).status, path).toBe(429);
    await insert(`update api_keys set revoked_at = now() - interval '91 days' where revoked_at is not null`);
    await purgeAccounts(service.db, { rowDays: limits.rowDays, batch: 1000 });
    const kept = await ada.ok<{ keys: object[] }>('GET', `/workspaces/${id}/keys`);
    expect(kept.keys).toHaveLength(1);
    expect((await ada.post(`/workspaces/${id}/keys/${keyId}/rotate`, {})).status).toBe(201);
  });

  test('revoked invitations count towards the daily limit', async () => {
    const id = await open();
    await insert(`insert into invitations (id, workspace_id, email, role, token_hash, expires_at, revoked_at)
      select 'inv_' || n || '${id}', '${id}', 'a@example.com', 'viewer', decode(md5(n || '${id}'), 'hex'), now(), now()
      from generate_series(1, ${invitationsPerDay}) n`);
    const invited = { email: 'b@example.com', role: 'viewer' };
    expect((await ada.post(`/workspaces/${id}/invitations`, invited)).status).toBe(429);
  });

  test('a sign-in beyond the session limit ends the oldest sessions', async () => {
    const { person, id } = await joined(ada, home, 'viewer', 'sessions@example.com');
    await insert(`insert into sessions (id, user_id, token, expires_at, updated_at)
      select 'ses_' || n || '${id}', '${id}', md5(n || '${id}'), now() + interval '1 day', now() - interval '1 hour'
      from generate_series(1, ${sessionsPerUser + 20}) n`);
    await person.signIn('sessions@example.com');
    const { rows } = await sql`select from sessions where user_id = ${id}`.execute(service.db);
    expect(rows).toHaveLength(sessionsPerUser);
    expect((await person.get('/session')).status).toBe(200);
  });

  test('test events are limited per hour, and only the latest attempts of a repeated delivery are stored', async () => {
    const id = await open();
    const webhooks = `/workspaces/${id}/webhooks`;
    const hook = await ada.ok<{ id: string }>('POST', webhooks, { url: 'https://example.com/' });
    const { eventId } = await ada.ok<{ eventId: string }>('POST', `${webhooks}/${hook.id}/test`);
    await insert(`insert into events (workspace_id, type, body, position)
      select '${id}', 'webhook.test', '{}', nextval('event_positions') from generate_series(2, ${testEventsPerHour})`);
    expect((await ada.post(`${webhooks}/${hook.id}/test`)).status).toBe(429);
    for (let n = 0; n < deliveryAttempts + 5; n++) {
      const { rows } = await sql<{ claim: number; event_id: string }>`update deliveries
        set claim = claim + 1, lease_until = now() + interval '1 hour' where webhook_id = ${hook.id}
        returning claim, event_id`.execute(service.db);
      const [{ claim, event_id }] = rows as [{ claim: number; event_id: string }];
      const attempt = { webhookId: hook.id, eventId: event_id, claim, at: new Date(), durationMs: 1 };
      await recordAttempts(service.db, [{ ...attempt, outcome: 'failed', wait: 0 }], 5);
    }
    const { attempts } = await ada.ok<{ attempts: { number: number }[] }>(
      'GET',
      `${webhooks}/${hook.id}/deliveries/${eventId}`,
    );
    expect(attempts.at(-1)!.number).toBe(deliveryAttempts + 5);
    const { rows } = await sql`select from delivery_attempts where webhook_id = ${hook.id}`.execute(
      service.db,
    );
    expect(rows).toHaveLength(deliveryAttempts);
  });
});

test('no name, option, metadata, event or webhook response of an erased job stays in the database', async () => {
  const client = await service.client();
  const { db } = service;
  const { id } = await client.create({
    type: 'pdf-watermark',
    filename: 'hush-hush.pdf',
    contentType: 'application/pdf',
    fileSize: document.length,
    options: { text: 'hush-hush' },
    metadata: { about: 'hush-hush' },
  });
  await client.upload((await client.get(`/jobs/${id}`)).body.uploads![0]!.uploadUrl, document);
  const secrets = createSecrets('a key of the test');
  const hook = await createWebhook(db, secrets, client.workspaceId, { url: 'https://example.com/' });
  await client.expect(client.post(`/jobs/${id}/cancel`));
  const eventsBefore = await client.get<{ events: { data: { inputs: object[] } }[] }>('/events');
  expect(JSON.stringify(eventsBefore.body)).toContain('hush-hush');
  const { rows: deliveries } = await sql<{ event_id: string; claim: number }>`update deliveries
    set claim = claim + 1, lease_until = now() + interval '1 hour' where webhook_id = ${hook.id}
    returning event_id, claim`.execute(db);
  const [{ event_id: eventId, claim }] = deliveries as [(typeof deliveries)[0]];
  const attempt = { webhookId: hook.id, eventId, claim, at: new Date(), durationMs: 1, wait: 60 };
  await recordAttempts(db, [{ ...attempt, outcome: 'failed', status: 500, answer: 'No: hush-hush' }], 5);
  await sql`update jobs set failure_message = 'hush-hush', failure_detail = 'hush-hush' where id = ${id}`.execute(
    db,
  );

  /** Lists the tables that have a row with the word. */
  async function findSurvivors(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
    const found = await Promise.all(
      rows.map(async ({ name }) => {
        const word = sql.lit('%hush-hush%');
        const rows = await sql`select from ${sql.table(name)} t where t::text like ${word} limit 1`.execute(
          db,
        );
        return rows.rows.length > 0 ? [name] : [];
      }),
    );
    return found.flat().sort();
  }
  expect(await findSurvivors()).toEqual(['artifacts', 'delivery_attempts', 'events', 'job_inputs', 'jobs']);
  expect((await client.send('DELETE', `/jobs/${id}`)).status).toBe(204);
  expect(await findSurvivors()).toEqual([]);
  // The event can still be read, with what is left.
  const { body } = await client.get<{ events: { type: string; data: { id: string; inputs: object[] } }[] }>(
    '/events',
  );
  expect(body.events).toMatchObject([{ type: 'job.canceled', data: { id, inputs: [], metadata: {} } }]);
  expect(await findSurvivors()).toEqual([]);
});

test('slow list queries of one workspace leave database connections for other workspaces', async () => {
  const greedy = await service.client();
  const modest = await service.client();
  // None of these jobs has failed, so each list looks through all of them.
  await sql`insert into jobs (id, workspace_id, source, type, status, options, needs, expires_at, queued_at, completed_at)
    select 'job_' || n || gen_random_uuid(), ${greedy.workspaceId}, 'api', 'pdf-split', 'completed', '{}', '{}', 'infinity', now(), now()
    from generate_series(1, 20000) n`.execute(service.db);
  let answered = 0;
  const lists = Array.from({ length: 50 }, async () => {
    const { status } = await greedy.get('/jobs?status=failed');
    answered += 1;
    return status;
  });
  await until(() => answered > 0, 'the first list');
  const { status } = await modest.get('/jobs');
  expect(status).toBe(200);
  expect(answered, 'lists that were read before the other workspace had its own').toBeLessThan(25);
  expect(new Set(await Promise.all(lists))).toEqual(new Set([200]));
});
