import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import { type Database, openDatabase, openPool } from '../../src/db/database.ts';
import { createWebhook } from '../../src/domain/outgoing/webhooks/webhooks.ts';
import { createSecrets } from '../../src/domain/rows/secrets.ts';
import { Client } from '../support/client.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/processes/service-process.ts';
import { until } from '../support/sending.ts';
import { Receiver } from '../webhooks/support/receiver.ts';
import { Collector } from './collector.ts';

const secretKey = 'k'.repeat(40);
const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736';

let database: FreshDatabase;
let db: Database;
let dataDir: string;
let collector: Collector;
let receiver: Receiver;
let api: ServiceProcess;
let worker: ServiceProcess;
let client: Client;
let good: Job;
let bad: Job;

/** Runs one job that completes and one that fails, with an API process and a worker process. */
beforeAll(async () => {
  [database, collector, receiver] = await Promise.all([freshDatabase(), Collector.start(), Receiver.start()]);
  dataDir = await makeDataDir();
  db = openDatabase(openPool(database.connection, { max: 2, onError: () => {} }));
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DATABASE_FILE_BYTES: '0',
    SECRET_KEY: secretKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    METRICS_PORT: '0',
    WORKER_CONCURRENCY: '1',
    // Nothing is compiled ahead then, because hosts are not tested here.
    SANDBOX: 'off',
  };
  [api, worker] = await Promise.all([
    startProcess({ ...env, ROLE: 'api' }),
    startProcess({ ...env, ROLE: 'worker' }),
  ]);
  client = new Client(api.url!, api.key);
  const { workspace_id } = await db.selectFrom('api_keys').select('workspace_id').executeTakeFirstOrThrow();
  await createWebhook(db, createSecrets(secretKey), workspace_id, { url: receiver.url });
  const picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const run = async (bytes: Buffer, requestId: string) => {
    const job = await client.create({
      type: 'image-resize',
      filename: 'a.png',
      contentType: 'image/png',
      fileSize: bytes.length,
      options: { width: 16 },
    });
    await client.upload(job.uploadUrl!, bytes);
    const headers = { 'x-request-id': requestId, traceparent: `00-${callersTrace}-00f067aa0ba902b7-01` };
    await client.expect(client.post(`/jobs/${job.id}/start`, undefined, headers));
    return client.end(job.id);
  };
  good = await run(picture, 'start-of-good');
  bad = await run(picture.subarray(0, 60), 'start-of-bad');
});

afterAll(async () => {
  await Promise.all([api?.stop(), worker?.stop()]);
  await db?.destroy();
  await database?.drop();
  collector?.close();
  await receiver?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const metricsOf = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text();
const readValue = (text: string, series: string): number => {
  const line = text.split('\n').find(each => each.startsWith(`${series} `));
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1));
};

test("a job's id connects the logs of both processes, from the request to the diagnostic id", async () => {
  expect([good.status, bad.status]).toEqual(['completed', 'failed']);
  const about = (log: ServiceProcess['log'], id: string) => log.filter(line => line.jobId === id);
  await until(() => about(worker.log, bad.id).length > 0, "the failed job's line");

  expect(about(api.log, good.id)).toMatchObject([
    { msg: 'request answered', route: '/api/public/jobs', method: 'POST', status: 201 },
    { msg: 'request answered', method: 'PUT', status: 200 },
    { msg: 'request answered', route: '/api/public/jobs/:id/start', reqId: 'start-of-good' },
  ]);
  expect(about(worker.log, good.id)).toMatchObject([
    { msg: 'job completed', type: 'image-resize', attempt: 1 },
  ]);
  const [failed] = about(worker.log, bad.id);
  expect(failed).toMatchObject({ msg: 'job attempt failed', diagnosticId: bad.failure!.diagnosticId });
});

test('probes accept HEAD requests and are not logged', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics'])
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(`${api.url}${path}`, { method })).status, `${method} ${path}`).toBe(200);
  // A logged request comes last, so any log lines of the probes would come before it.
  await client.send('DELETE', '/jobs/job_x', undefined, { 'x-request-id': 'after-probes' });
  await until(() => api.log.some(({ reqId }) => reqId === 'after-probes'), 'the last line');
  expect(api.log.filter(({ route }) => ['/healthz', '/readyz', '/metrics'].includes(String(route)))).toEqual(
    [],
  );
});

test('both processes report metrics of the queue, and each those of its own activity', async () => {
  await until(() => receiver.received.length >= 4, 'the webhooks');
  const [ofApi, ofPort, ofWorker] = await Promise.all([
    metricsOf(api.url!),
    metricsOf(api.metricsUrl!),
    metricsOf(worker.metricsUrl!),
  ]);
  for (const text of [ofApi, ofPort, ofWorker]) {
    expect(readValue(text, 'filemill_jobs{status="queued"}')).toBe(0);
    expect(readValue(text, 'filemill_queue_oldest_seconds')).toBe(0);
    expect(readValue(text, 'filemill_webhook_oldest_due_seconds')).toBeGreaterThanOrEqual(0);
  }
  const created = 'filemill_http_requests_total{method="POST",route="/api/public/jobs",status="201"}';
  expect(readValue(ofApi, created)).toBe(2);
  const outcome = (of: string) => `{type="image-resize",outcome="${of}"}`;
  expect(readValue(ofWorker, 'filemill_job_wait_seconds_count{type="image-resize"}')).toBe(2);
  expect(readValue(ofWorker, `filemill_job_run_seconds_count${outcome('completed')}`)).toBe(1);
  expect(readValue(ofWorker, `filemill_job_run_seconds_count${outcome('failed')}`)).toBe(1);
  const reason = `filemill_job_failures_total{type="image-resize",reason="${bad.failure!.reason}"}`;
  expect(readValue(ofWorker, reason)).toBe(1);
  expect(readValue(ofWorker, 'filemill_webhook_lag_seconds_count')).toBeGreaterThanOrEqual(3);
  expect(readValue(ofWorker, 'filemill_webhook_attempts_total{outcome="delivered"}')).toBeGreaterThanOrEqual(
    3,
  );
  expect(readValue(ofWorker, 'filemill_storage_seconds_count{operation="copyTo"}')).toBe(2);
  expect(await (await fetch(`${worker.metricsUrl}/readyz`)).json()).toMatchObject({ status: 'ready' });
  expect((await fetch(`${worker.metricsUrl}/api/public/jobs`)).status).toBe(404);
});

test("one trace connects a caller's request with the queue, the worker and the host", async () => {
  // A stopping process sends its remaining spans.
  await Promise.all([api.stop(), worker.stop()]);
  const spans = collector.spans.filter(span => span.traceId === callersTrace);
  const find = (name: string) =>
    spans.find(span => span.name === name && (span.attributes['filemill.job_id'] ?? good.id) === good.id)!;
  const request = find('POST /api/public/jobs/:id/start');
  expect(request).toMatchObject({ role: 'api', parentSpanId: '00f067aa0ba902b7' });
  expect(request.attributes).toMatchObject({ 'filemill.request_id': 'start-of-good' });
  const chain = ['queue', 'job image-resize', 'host', 'fetch inputs'].map(find);
  let parent = request;
  for (const span of chain) {
    expect(span).toMatchObject({ role: 'worker', parentSpanId: parent.spanId });
    expect(span.end).toBeGreaterThanOrEqual(span.start);
    parent = span;
  }
  expect(find('store outputs').parentSpanId).toBe(chain[2]!.spanId);
  const failed = spans.find(span => span.attributes['filemill.outcome'] === 'failed')!;
  expect(failed.attributes).toMatchObject({
    'filemill.job_id': bad.id,
    'filemill.reason': bad.failure!.reason,
    'filemill.diagnostic_id': bad.failure!.diagnosticId,
  });
});
