import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createKey, revokeKey, rotateKey } from '../../src/domain/people/keys/keys.ts';
import { listKeys } from '../../src/domain/people/keys/list.ts';
import { isKeySecret, makeKeySecret } from '../../src/domain/people/keys/secret.ts';
import { Client } from '../support/client.ts';
import { useService } from '../support/use-service.ts';

const service = useService();

const status = async (key: string) => (await new Client(service.url, key).send('GET', '/jobs')).status;
const job = {
  type: 'image-convert',
  filename: 'a.png',
  fileSize: 10,
  contentType: 'image/png',
  options: { outputFormat: 'webp' },
};

test('a key is fm_live_, 30 characters and a checksum that catches typos', () => {
  const key = makeKeySecret();
  expect(key).toMatch(/^fm_live_[0-9A-Za-z]{36}$/);
  expect(isKeySecret(key)).toBe(true);
  for (let i = 8; i < key.length; i++) {
    const slip = key.slice(0, i) + (key[i] === 'a' ? 'b' : 'a') + key.slice(i + 1);
    expect(isKeySecret(slip)).toBe(false);
  }
});

test('only the hash of a key is stored', async () => {
  const { key, keyId } = await createKey(service.db, { plan: 'developer' });
  const { rows } = await sql<{
    row: string;
  }>`select to_jsonb(k)::text as row from api_keys k where id = ${keyId}`.execute(service.db);
  expect(rows[0]!.row).not.toContain(key.slice(8, 30));
});

test('a revoked key is 401 at once', async () => {
  const { key, keyId } = await createKey(service.db, { plan: 'developer' });
  expect(await status(key)).toBe(200);
  await revokeKey(service.db, { id: keyId });
  expect(await status(key)).toBe(401);
});

test('an expired key is 401', async () => {
  const { key } = await createKey(service.db, { plan: 'developer', expiresAt: new Date(Date.now() - 1) });
  expect(await status(key)).toBe(401);
});

test('after a rotation both secrets work during the overlap, then only the new one', async () => {
  const old = await createKey(service.db, { plan: 'developer', scopes: ['jobs:read'] });
  const fresh = await rotateKey(service.db, { id: old.keyId }, 3600);
  expect(fresh.workspaceId).toBe(old.workspaceId);
  expect([await status(old.key), await status(fresh.key)]).toEqual([200, 200]);
  const info = (await listKeys(service.db, old.workspaceId)).find(each => each.keyId === fresh.keyId);
  expect(info).toMatchObject({ scopes: ['jobs:read'], status: 'active' });
  const now = await rotateKey(service.db, { id: fresh.keyId }, 0);
  expect([await status(fresh.key), await status(now.key)]).toEqual([401, 200]);
});

test("the time of a key's last use is stored", async () => {
  const { key, keyId, workspaceId } = await createKey(service.db, { plan: 'developer' });
  await status(key);
  const [info] = await listKeys(service.db, workspaceId);
  expect(info).toMatchObject({ keyId, lastUsedAt: expect.any(Date) });
});

describe('scopes', () => {
  test('a read-only key gets 403 forbidden for writes', async () => {
    const client = await service.client({ scopes: ['jobs:read'] });
    expect((await client.get('/jobs')).status).toBe(200);
    const answer = await client.send('POST', '/jobs', job);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'forbidden', error: 'Forbidden' });
  });

  test('a write-only key can neither read nor refresh', async () => {
    const client = await service.client({ scopes: ['jobs:write'] });
    const created = await client.create(job);
    expect((await client.send('GET', '/jobs')).status).toBe(403);
    expect((await client.send('POST', `/jobs/${created.id}/refresh-url`)).status).toBe(403);
    expect((await client.post(`/jobs/${created.id}/cancel`)).status).toBe(200);
  });
});
