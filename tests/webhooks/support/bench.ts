import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { newId } from '../../../src/contract/ids.ts';
import type { Database } from '../../../src/db/database.ts';
import { type Listener, openListener } from '../../../src/db/listener.ts';
import { listDeliveries } from '../../../src/domain/outgoing/webhooks/deliveries.ts';
import { createWebhook, type WebhookSettings } from '../../../src/domain/outgoing/webhooks/webhooks.ts';
import { createSecrets } from '../../../src/domain/rows/secrets.ts';
import { failJob, type OutputRow } from '../../../src/queue/ends/end.ts';
import {
  type Deliverer,
  type DelivererSettings,
  startDeliverer,
} from '../../../src/worker/deliveries/deliverer.ts';
import { claimJobs, completeJob, startJob } from '../../support/queue.ts';
import { startService, type TestService } from '../../support/service.ts';

export const secretKey = 'webhook tests '.repeat(4);

/** The service without a worker, and deliverers controlled by the test. */
export class Bench {
  readonly service: TestService;
  readonly listener: Listener;
  readonly secrets = createSecrets(secretKey);
  #deliverers: Deliverer[] = [];

  constructor(service: TestService, listener: Listener) {
    this.service = service;
    this.listener = listener;
  }

  static async start(): Promise<Bench> {
    const service = await startService();
    const listener = await openListener(
      { connectionString: service.databaseUrl },
      ['job_changed', 'webhook_due'],
      () => {},
    );
    return new Bench(service, listener);
  }

  get db(): Database {
    return this.service.db;
  }

  deliver(settings: Partial<DelivererSettings> = {}): Deliverer {
    const deliverer = startDeliverer({
      db: this.db,
      secrets: this.secrets,
      listener: this.listener,
      allowHosts: ['127.0.0.1'],
      log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
      ...settings,
    });
    this.#deliverers.push(deliverer);
    return deliverer;
  }

  webhook(workspaceId: string, settings: WebhookSettings) {
    return createWebhook(this.db, this.secrets, workspaceId, settings);
  }

  async workspace(): Promise<string> {
    return (await this.service.client()).workspaceId;
  }

  /** Creates a job that a worker could claim now. */
  async job(
    workspaceId: string,
    metadata: Record<string, string> = {},
    needs: string[] = [],
  ): Promise<string> {
    const id = newId('job');
    await sql`insert into jobs (id, workspace_id, source, type, options, metadata, needs, expires_at)
      values (${id}, ${workspaceId}, 'api', 'pdf-split', '{"every":1}', ${JSON.stringify(metadata)}::jsonb, ${needs},
        now() + interval '1 day')`.execute(this.db);
    await sql`insert into job_inputs (job_id, index, filename, content_type, format, file_size, uploaded_at, sha256)
      values (${id}, 0, 'a.pdf', 'application/pdf', 'pdf', 7, now(), 'abc')`.execute(this.db);
    await startJob(this.db, workspaceId, id);
    return id;
  }

  /** Runs the oldest job like a worker, with the events of its start and end. */
  async begin() {
    const [claim] = await claimJobs(this.db, { workerId: 'test', most: 1, leaseSeconds: 600, engines: [] });
    return claim!;
  }

  async complete(claim: Awaited<ReturnType<Bench['begin']>>, files = 1): Promise<void> {
    const outputs: OutputRow[] = Array.from({ length: files }, (_, index) => ({
      id: newId('artifact'),
      index,
      filename: `a-${index + 1}.pdf`,
      content_type: 'application/pdf',
      format: 'pdf',
      size: 5,
      sha256: 'f'.repeat(64),
      storage_key: newId('artifact'),
      metadata: { pages: 1 },
    }));
    await completeJob(this.db, claim, { outputs, engines: [{ name: 'test', version: '1' }], durationMs: 3 });
  }

  fail(claim: Awaited<ReturnType<Bench['begin']>>) {
    return failJob(this.db, claim, {
      reason: 'unreadable_input',
      detail: 'operator only',
      workerId: null,
      diagnosticId: '019a0000-0000-7000-8000-000000000000',
      attempts: 3,
    });
  }

  async cancel(workspaceId: string, jobId: string): Promise<void> {
    await sql`select job_cancel(${workspaceId}, ${jobId})`.execute(this.db);
  }

  /** Creates one event in the fastest way. */
  async event(workspaceId: string, metadata?: Record<string, string>): Promise<string> {
    const id = await this.job(workspaceId, metadata, ['no-such-engine']);
    await this.cancel(workspaceId, id);
    return id;
  }

  /** Moves the time forward until waiting deliveries are due. */
  async timePasses(): Promise<void> {
    await sql`update deliveries set due_at = clock_timestamp() where status = 'pending' and lease_until is null`.execute(
      this.db,
    );
    await sql`select pg_notify('webhook_due', '')`.execute(this.db);
  }

  async log(webhookId: string) {
    return (await listDeliveries(this.db, { webhookId, limit: 100 })).deliveries;
  }

  /** Returns the log as soon as it is as expected. */
  async logWhen(webhookId: string, ready: (log: Awaited<ReturnType<Bench['log']>>) => boolean) {
    for (;;) {
      const log = await this.log(webhookId);
      if (ready(log)) return log;
      await sleep(20);
    }
  }

  async stopDeliverers(): Promise<void> {
    await Promise.all(this.#deliverers.splice(0).map(each => each.stop()));
  }

  async stop(): Promise<void> {
    await this.stopDeliverers();
    await this.listener.close();
    await this.service.stop();
  }
}
