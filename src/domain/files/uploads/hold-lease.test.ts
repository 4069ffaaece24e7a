import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../tests/support/sending.ts';
import { openTransfers, type Transfers } from '../../../../tests/support/transfers.ts';
import { ConcurrencyLimit } from '../../metering/concurrency-limit.ts';
import type { UploadTarget } from './upload.ts';
import { openUploads, type Uploads } from './uploads.ts';

const limits = {
  sniffBytes: 16,
  leaseSeconds: 1.6,
  heartbeatSeconds: 0.05,
  uploadIdleSeconds: 5,
  uploadRateSeconds: 60,
  uploadBytesPerSecond: 1,
  uploadGraceSeconds: 0,
};
const text = { filename: 'a.txt', contentType: 'text/plain', size: 40 };

const concurrency = new ConcurrencyLimit('uploads', { inAll: 10, perWorkspace: 10 });

let transfers: Transfers;
let uploads: Uploads;
beforeAll(async () => {
  transfers = await openTransfers();
  uploads = openUploads({ ...transfers, concurrency, limits });
});
afterAll(() => transfers.stop());

/** Makes a sender that is controlled step by step. */
function sender() {
  const waiting: (() => void)[] = [];
  const queue: (Uint8Array | 'end' | 'cut')[] = [];
  const push = (item: Uint8Array | 'end' | 'cut') => {
    queue.push(item);
    waiting.shift()?.();
  };
  return {
    send: (words: string) => push(Buffer.from(words)),
    end: () => push('end'),
    incoming: {
      length: undefined,
      cut: () => push('cut'),
      chunks: (async function* () {
        for (;;) {
          while (queue.length === 0) await new Promise<void>(resolve => waiting.push(resolve));
          const item = queue.shift()!;
          if (item === 'end') return;
          if (item === 'cut') throw new Error('cut off');
          yield item;
        }
      })(),
    },
  };
}

async function target(): Promise<UploadTarget> {
  const { contentType, size } = text;
  return { jobId: await transfers.job([text]), index: 0, contentType, size };
}

const inFlight = async (at: UploadTarget): Promise<boolean> => (await transfers.state(at.jobId)).inFlight;

test('an upload stays in flight far longer than its lease while bytes arrive', async () => {
  const at = await target();
  const { send, end, incoming } = sender();
  const receiving = uploads.receive(at, incoming);
  for (let i = 0; i < 20; i++) {
    send('xx');
    await pause(150);
  }
  expect(await inFlight(at)).toBe(true);
  end();
  expect(await receiving).toMatchObject({ size: 40 });
  expect(await inFlight(at)).toBe(false);
});

test('a silent sender no longer counts as uploading, and is cut off eventually', async () => {
  const at = await target();
  const { send, incoming } = sender();
  const receiving = uploads.receive(at, incoming);
  receiving.catch(() => {});
  send('xx');
  await until(() => inFlight(at), 'a lease');
  await until(async () => !(await inFlight(at)), 'its running out');
  await expect(receiving).rejects.toMatchObject({
    code: 'validation_failed',
    message: 'The upload broke off after 2 bytes.',
  });
  expect((await transfers.files()).filter(key => key.includes(at.jobId))).toEqual([]);
});

test('a sender that resumes after silence is accepted again', async () => {
  const at = await target();
  const { send, end, incoming } = sender();
  const receiving = uploads.receive(at, incoming);
  send('x'.repeat(20));
  await until(() => inFlight(at), 'a lease');
  await until(async () => !(await inFlight(at)), 'its running out');
  send('x'.repeat(20));
  await until(() => inFlight(at), 'a lease again');
  end();
  await receiving;
});

test.each([
  ['canceled', { status: 'canceled' }, 'invalid_state'],
  ['erased', { deleted_at: new Date() }, 'job_not_found'],
])('refuses an upload to a job that was %s during the upload', async (_, change, code) => {
  const at = await target();
  const { send, incoming } = sender();
  const receiving = uploads.receive(at, incoming);
  receiving.catch(() => {});
  send('xx');
  await until(() => inFlight(at), 'a lease');
  await transfers.db
    .updateTable('jobs')
    .set(change as never)
    .where('id', '=', at.jobId)
    .execute();
  const sending = setInterval(() => send(''), 20);
  await expect(receiving).rejects.toMatchObject({ code });
  clearInterval(sending);
});

test('stops a resumable upload that another process took over, and keeps what arrived', async () => {
  const at = await target();
  const other = openUploads({ ...transfers, concurrency, limits });
  const first = sender();
  const appending = uploads.append(at, 0, first.incoming);
  appending.catch(() => {});
  first.send('0123456789');
  await until(() => inFlight(at), 'a lease');
  const early = sender();
  await expect(other.append(at, 0, early.incoming)).rejects.toMatchObject({ code: 'upload_conflict' });
  await until(async () => !(await inFlight(at)), 'its running out');
  await transfers.db
    .updateTable('job_inputs')
    .set({ upload_token: '00000000-0000-4000-8000-000000000000' })
    .where('job_id', '=', at.jobId)
    .execute();
  const sending = setInterval(() => first.send('x'), 20);
  await expect(appending).rejects.toMatchObject({ code: 'upload_conflict' });
  clearInterval(sending);
  expect(String(await transfers.storage.partial.head(`${at.jobId}/0`, 10))).toBe('0123456789');
});

test.each([
  ['ENOSPC', 'The storage is full.'],
  ['EROFS', 'The storage cannot be written to.'],
])('reports a disk that fails with %s as unavailable', async (code, problem) => {
  const at = await target();
  const storage = {
    ...transfers.storage,
    write: async () => {
      throw Object.assign(new Error('no file was written'), { code });
    },
  };
  const { incoming } = sender();
  await expect(
    openUploads({ ...transfers, concurrency, storage, limits }).receive(at, incoming),
  ).rejects.toMatchObject({
    code: 'unavailable',
    message: `${problem} Try again later.`,
  });
  expect(await inFlight(at)).toBe(false);
});

test('cuts off a sender below the minimum rate even if it is never silent', async () => {
  const strict = openUploads({
    ...transfers,
    concurrency,
    limits: { ...limits, uploadRateSeconds: 0.5, uploadBytesPerSecond: 1000 },
  });
  const { send, incoming } = sender();
  const receiving = strict.receive(await target(), incoming);
  receiving.catch(() => {});
  const dripping = setInterval(() => send('x'), 100);
  await expect(receiving).rejects.toMatchObject({ code: 'validation_failed' });
  clearInterval(dripping);
});

test('ends an upload when its signed URL expires, also while no bytes arrive', async () => {
  const expiresAt = new Date(Date.now() + 500);
  const { send, incoming } = sender();
  const receiving = uploads.receive({ ...(await target()), expiresAt }, incoming);
  send('xx');
  await expect(receiving).rejects.toMatchObject({ code: 'invalid_signature' });
});
