import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, send, until } from '../../../../tests/support/sending.ts';
import {
  makePngBytes,
  openTransfers,
  pendingPng,
  png,
  sha256,
  type Transfers,
} from '../../../../tests/support/transfers.ts';
import { whole } from '../../../storage/testsuite.ts';

let transfers: Transfers;
beforeAll(async () => {
  transfers = await openTransfers();
});
afterAll(() => transfers.stop());

const open = (bytes: Uint8Array) => pendingPng(transfers, bytes);

test('stores the bytes as the job’s input', async () => {
  const bytes = makePngBytes(300_000);
  const { id, url } = await open(bytes);
  const { status, body } = await send('PUT', url, bytes, { 'content-type': 'image/png' });
  expect([status, body]).toEqual([200, { index: 0, size: bytes.length, sha256: sha256(bytes) }]);
  const state = await transfers.state(id);
  expect(state).toMatchObject({ status: 'pending', uploaded: true, inFlight: false, sha256: sha256(bytes) });
  const artifact = await transfers.db
    .selectFrom('artifacts')
    .selectAll()
    .where('job_id', '=', id)
    .executeTakeFirstOrThrow();
  const job = await transfers.db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(artifact).toMatchObject({
    id: state.artifactId,
    workspace_id: job.workspace_id,
    role: 'input',
    index: 0,
    filename: 'a.png',
    content_type: 'image/png',
    format: 'png',
    size: bytes.length,
    expires_at: job.expires_at,
  });
  expect(await transfers.filesOf(id)).toEqual([artifact.storage_key]);
});

test('a job is shown as uploading while bytes arrive, and its version changes for watchers', async () => {
  const bytes = makePngBytes(200_000);
  const { id, url } = await open(bytes);
  const before = await transfers.state(id);
  const sending = begin('PUT', url, { 'content-length': bytes.length });
  sending.request.write(bytes.subarray(0, 100_000));
  await until(async () => (await transfers.state(id)).inFlight, 'a lease');
  const during = await transfers.state(id);
  expect(during.version).toBeGreaterThan(before.version);
  expect(during.uploaded).toBe(false);
  sending.request.end(bytes.subarray(100_000));
  expect((await sending.answer).status).toBe(200);
  const after = await transfers.state(id);
  expect(after.inFlight).toBe(false);
  expect(after.version).toBeGreaterThan(during.version);
});

test('repeating an upload replaces the input and leaves one file', async () => {
  const [first, second] = [makePngBytes(50_000), makePngBytes(50_000)];
  const { id, url } = await open(first);
  await send('PUT', url, first);
  const { artifactId } = await transfers.state(id);
  expect((await send('PUT', url, second)).body.sha256).toBe(sha256(second));
  const state = await transfers.state(id);
  expect(state).toMatchObject({ uploaded: true, sha256: sha256(second) });
  expect(state.artifactId).not.toBe(artifactId);
  await until(async () => (await transfers.filesOf(id)).length === 1, 'the removal of the first');
  const rows = await transfers.db.selectFrom('artifacts').select('id').where('job_id', '=', id).execute();
  expect(rows).toEqual([{ id: state.artifactId }]);
});

test('concurrent uploads leave one of them, whole', async () => {
  const versions = Array.from({ length: 8 }, () => makePngBytes(120_000));
  const { id, url } = await open(versions[0]!);
  const answers = await Promise.all(versions.map(bytes => send('PUT', url, bytes)));
  expect(answers.map(answer => answer.status)).toEqual(Array(8).fill(200));
  const state = await transfers.state(id);
  expect(state.inFlight).toBe(false);
  expect(versions.map(sha256)).toContain(state.sha256);
  await until(async () => (await transfers.filesOf(id)).length === 1, 'the removal of the others');
  const { storage_key } = await transfers.db
    .selectFrom('artifacts')
    .select('storage_key')
    .where('id', '=', state.artifactId!)
    .executeTakeFirstOrThrow();
  expect(sha256(await whole(transfers.storage.read(storage_key)))).toBe(state.sha256);
});

test.each([
  ['PUT', {}],
  [
    'PATCH',
    { 'tus-resumable': '1.0.0', 'upload-offset': 0, 'content-type': 'application/offset+octet-stream' },
  ],
])('a complete PUT beside a hanging %s lets the job start', async (method, headers) => {
  const bytes = makePngBytes(50_000);
  const { id, url } = await open(bytes);
  const hanging = begin(method, url, { ...headers, 'content-length': bytes.length });
  hanging.request.write(bytes.subarray(0, 1000));
  await until(async () => (await transfers.state(id)).inFlight, 'a lease');
  expect((await send('PUT', url, bytes)).status).toBe(200);
  expect(await transfers.state(id)).toMatchObject({ uploaded: true, inFlight: false });
  hanging.request.destroy();
});

describe('the upload URL', () => {
  const bytes = makePngBytes(1000);

  test('returns the same 403 if tampered or expired, whatever the job', async () => {
    const { id, url } = await open(bytes);
    const expired = transfers.uploadUrl(id, png(bytes), 0, new Date(Date.now() - 1000));
    const unsigned = url.replace(/&signature=.*/, '');
    for (const wrong of [
      expired,
      unsigned,
      `${url}x`,
      `${url}&a=1`,
      url.replace('size=1000', 'size=1001'),
      url.replace('/0?', '/1?'),
      url.replace('/0?', '/0/?'),
    ]) {
      const { status, body } = await send('PUT', wrong, bytes);
      expect(status).toBe(403);
      expect(body).toEqual({
        error: 'Invalid signature',
        code: 'invalid_signature',
        message: expect.stringContaining('get a new one'),
        requestId: expect.any(String),
      });
    }
    expect(await transfers.filesOf(id)).toEqual([]);
  });

  test('is valid for an upload that begins before it expires', async () => {
    const { id } = await open(bytes);
    const expiresAt = new Date(Math.ceil(Date.now() / 1000 + 2) * 1000);
    const sending = begin('PUT', transfers.uploadUrl(id, png(bytes), 0, expiresAt), {
      'content-length': bytes.length,
    });
    sending.request.write(bytes.subarray(0, 500));
    await pause(expiresAt.getTime() - Date.now() + 50);
    sending.request.end(bytes.subarray(500));
    expect((await sending.answer).status).toBe(200);
  });

  test.each(['GET', 'DELETE', 'POST'])('does not accept %s', async method => {
    const { url } = await open(bytes);
    const { status, body, headers } = await send(method, url);
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    expect(headers.allow).toContain('PUT');
  });
});

test('an interrupted connection leaves nothing', async () => {
  const bytes = makePngBytes(3_000_000);
  const { id, url } = await open(bytes);
  const sending = begin('PUT', url, { 'content-length': bytes.length });
  sending.request.write(bytes.subarray(0, 2_000_000));
  await until(async () => (await transfers.state(id)).inFlight, 'a lease');
  sending.request.destroy();
  await until(async () => !(await transfers.state(id)).inFlight, 'the end of the lease');
  expect(await transfers.state(id)).toMatchObject({ status: 'pending', uploaded: false, artifactId: null });
  await until(
    async () => (await transfers.files()).every(key => !key.startsWith('tmp/')),
    'the removal of the half file',
  );
});

test('does not wait for a lock on the workspace, which would deadlock with a waiter for its job', async () => {
  const bytes = makePngBytes(2000);
  const { id, url } = await open(bytes);
  await transfers.db.transaction().execute(async trx => {
    // As a start or a cancel would, before it asks for the job.
    await sql`select from workspaces for update`.execute(trx);
    expect((await send('PUT', url, bytes)).status).toBe(200);
    await sql`set local lock_timeout = '2s'`.execute(trx);
    await sql`select from jobs where id = ${id} for update`.execute(trx);
  });
  expect(await transfers.state(id)).toMatchObject({ uploaded: true });
});
