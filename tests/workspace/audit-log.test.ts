import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../src/contract/schemas/audit.ts';
import type { Connection } from '../../src/contract/schemas/connection.ts';
import { scopes } from '../../src/contract/states.ts';
import { useService } from '../support/use-service.ts';
import { firstUser, joined, type Person } from './support/person.ts';

interface Page {
  entries: AuditEntry[];
  nextCursor: string | null;
}

const folder = mkdtempSync(join(tmpdir(), 'filemill-audit-'));
const service = useService('api', { CONNECTION_FOLDERS: folder });
let ada: Person;
let adaId: string;
let home: string;
beforeAll(async () => {
  ({ person: ada, workspaceId: home, id: adaId } = await firstUser(service));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (path: string) => `/workspaces/${home}${path}`;
const readLog = async (path = at('/audit-log')) => (await ada.ok<Page>('GET', path)).entries;

test('the log lists changes of keys and members with their actor, newest first, in pages', async () => {
  const { id } = await ada.ok<{ id: string }>('POST', at('/keys'), { name: 'Robot' });
  const { id: next } = await ada.ok<{ id: string }>('POST', at(`/keys/${id}/rotate`), {});
  await ada.ok('POST', at(`/keys/${id}/revoke`));
  await ada.ok('POST', at(`/keys/${id}/restore`));
  const { person: grace, id: graceId } = await joined(ada, home, 'member', 'grace@example.com');
  await ada.ok('PATCH', at(`/members/${graceId}`), { role: 'viewer' });
  expect((await grace.get(at('/audit-log'))).status).toBe(403);
  expect((await grace.get('/operator/audit-log')).status).toBe(403);
  await ada.ok('DELETE', at(`/members/${graceId}`));

  const log = await readLog();
  const by = { kind: 'user', id: adaId, name: 'ada@example.com' };
  expect(log.slice(0, 4)).toMatchObject([
    { action: 'member.removed', actor: by, target: { id: graceId, name: 'grace@example.com' } },
    { action: 'member.role_changed', actor: by, detail: 'viewer' },
    { action: 'member.joined', actor: { id: graceId }, target: { id: graceId }, detail: 'member' },
    { action: 'member.invited', actor: by, target: { name: 'grace@example.com' }, detail: 'member' },
  ]);
  const key = { id, name: 'Robot' };
  expect(log.slice(4, 8)).toMatchObject([
    { action: 'key.restored', actor: by, target: key, workspaceId: home },
    { action: 'key.revoked', actor: by, target: key },
    { action: 'key.rotated', actor: by, target: key, detail: next },
    { action: 'key.created', actor: by, target: key },
  ]);
  const first = await ada.ok<Page>('GET', at('/audit-log?limit=3'));
  const second = await ada.ok<Page>('GET', at(`/audit-log?limit=3&cursor=${first.nextCursor}`));
  expect([...first.entries, ...second.entries]).toEqual(log.slice(0, 6));
});

test('the log names the API key that changed a connection, and keeps the name of a deleted one', async () => {
  const client = await service.client({ workspaceId: home, scopes: [...scopes] });
  const { id } = await client.expect(
    client.post<Connection>('/connections', { name: 'inbox', kind: 'folder', path: folder }),
  );
  await client.expect(client.send('PATCH', `/connections/${id}`, { name: 'in' }));
  // A test without a change is not in the log.
  await client.expect(client.send('PATCH', `/connections/${id}`, {}));
  await client.send('DELETE', `/connections/${id}`);
  const [deleted, changed, created] = await readLog();
  expect(deleted).toMatchObject({
    action: 'connection.deleted',
    actor: { kind: 'key', name: 'API key' },
    target: { id, name: 'in' },
  });
  expect(changed).toMatchObject({ action: 'connection.changed', target: { id, name: 'in' } });
  expect(created).toMatchObject({ action: 'connection.created', target: { id, name: 'inbox' } });
});

test('the log has the changes of webhooks, with their host and without the rest of their address', async () => {
  const { id } = await ada.ok<{ id: string }>('POST', at('/webhooks'), { url: 'https://example.com/token' });
  await ada.ok('PATCH', at(`/webhooks/${id}`), { description: 'Printing' });
  await ada.ok('POST', at(`/webhooks/${id}/pause`));
  await ada.ok('POST', at(`/webhooks/${id}/resume`));
  await ada.ok('POST', at(`/webhooks/${id}/rotate`), {});
  await ada.ok('DELETE', at(`/webhooks/${id}`));
  await ada.ok('POST', at('/callbacks/rotate'), {});
  const [callbacks, ...log] = await readLog();
  expect(callbacks).toMatchObject({ action: 'callbacks.secret_rotated', workspaceId: home });
  const actions = ['deleted', 'secret_rotated', 'resumed', 'paused', 'changed', 'created'];
  expect(log.slice(0, 6)).toMatchObject(
    actions.map(action => ({
      action: `webhook.${action}`,
      workspaceId: home,
      actor: { kind: 'user', id: adaId },
      target: { id, name: 'example.com' },
    })),
  );
  expect(JSON.stringify(log)).not.toContain('token');
});

test('operators see the entries of all workspaces, and a refused change is not recorded', async () => {
  const lab = await ada.ok<{ id: string }>('POST', '/workspaces', { name: 'Lab' });
  await ada.ok('PATCH', `/workspaces/${lab.id}`, { name: 'Laboratory' });
  await ada.ok('PATCH', `/operator/workspaces/${lab.id}`, { plan: 'free' });
  await ada.ok('POST', `/operator/workspaces/${lab.id}/credits`, { amount: 50, note: '' });
  expect((await ada.send('PATCH', `/operator/workspaces/${lab.id}`, { plan: 'none' })).status).toBe(400);
  expect((await ada.post('/operator/models/none/install')).status).toBe(404);
  expect((await ada.post(at('/keys/key_x/revoke'))).status).toBe(404);
  const log = await readLog('/operator/audit-log?limit=4');
  expect(log.map(({ action, detail }) => [action, detail])).toEqual([
    ['workspace.credits_granted', '50'],
    ['workspace.plan_changed', 'free'],
    ['workspace.renamed', undefined],
    ['workspace.created', 'developer'],
  ]);
  expect(log.every(({ workspaceId }) => workspaceId === lab.id)).toBe(true);
  expect(await readLog(`/operator/audit-log?workspaceId=${lab.id}`)).toEqual(log);
  expect((await readLog()).some(({ workspaceId }) => workspaceId !== home)).toBe(false);
});

test('entries cannot be changed or deleted', async () => {
  await expect(service.db.updateTable('audit_entries').set({ detail: '' }).execute()).rejects.toThrow(
    /never changed/,
  );
  await expect(service.db.deleteFrom('audit_entries').execute()).rejects.toThrow(/never changed/);
});
