import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { FastifyBaseLogger } from 'fastify';
import { watchHeartbeat } from './db/heartbeat.ts';
import { type Listener, openListener } from './db/listener.ts';
import { withRows } from './domain/files/small-files/read.ts';
import { createSecrets } from './domain/rows/secrets.ts';
import { InProcessResults } from './domain/work/jobs/in-process-results.ts';
import { loadJobTypes } from './jobs/registry.ts';
import { openData, openStorage } from './open-data.ts';
import { Batcher } from './queue/batch/batcher.ts';
import { watchChanges } from './queue/notices/changes.ts';
import { runApi, type ServedApi } from './roles/api.ts';
import type { Closer, RoleContext } from './roles/role-context.ts';
import { openMetricsPort, openTelemetry } from './roles/telemetry.ts';
import { prepareWorker, runMaintenance, runWorker } from './roles/worker.ts';
import { loadSecretKey } from './secret-key.ts';
import type { Config } from './settings/config.ts';
import { limits } from './settings/limits.ts';
import { timeStorage } from './telemetry/timed-storage.ts';
import { SandboxUnusable } from './worker/sandbox/unusable.ts';

/** A running process. A worker has no URL. */
export interface Service extends Partial<ServedApi> {
  /** The URL of its metrics, if they have a separate port. */
  metricsUrl?: string;
  /** The reason why no job can run here although the API is served. */
  withoutJobs?: string;
  stop: Closer;
}

// Buffers of passing bytes count towards the small heap; by default, V8 would collect all of it every few
// uploads.
setFlagsFromString('--heap-growing-percent=200');
// A request runs a thousand functions once: by default, V8 would still interpret them after hundreds of jobs.
setFlagsFromString('--invocation-count-for-maglev=100');
setFlagsFromString('--minimum-invocations-after-ic-update=100');

/** Starts the configured roles and resolves when they are ready. */
export async function start(config: Config, log: FastifyBaseLogger, jobsDir?: string): Promise<Service> {
  const closers: Closer[] = [];
  const stopping = new AbortController();
  const stop = async () => {
    stopping.abort();
    if (isServing) await sleep(config.drainSeconds * 1000);
    for (let close = closers.pop(); close; close = closers.pop())
      await close().catch(error => log.error({ err: error }, 'closing failed'));
  };
  let isServing = false;
  try {
    const telemetry = await openTelemetry(config);
    if (telemetry.tracing) closers.push(telemetry.tracing.stop);
    const preparing = config.role === 'api' ? undefined : prepareWorker(config, log, telemetry, jobsDir);
    // Close them also if the start fails before they are ready.
    closers.push(async () => (await preparing?.catch(() => undefined))?.hosts.close());
    preparing?.catch(() => {});
    const data = await openData(config, log, telemetry.tracing?.current);
    closers.push(data.close);
    let listening: Listener | undefined;
    const databaseHeartbeat = watchHeartbeat(data.connection, {
      everySeconds: limits.databaseCheckSeconds,
      patienceSeconds: limits.databasePatienceSeconds,
      onLost(error) {
        log.warn({ err: error }, 'reconnecting to the database');
        data.cut();
        listening?.cut();
      },
    });
    closers.push(() => databaseHeartbeat.stop());
    const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir));
    const [opened, jobTypes, listener] = await Promise.all([
      openStorage(config),
      loadJobTypes(jobsDir, config.models),
      openListener(
        data.connection,
        ['job_changed', 'job_released', 'job_canceled', 'webhook_due', 'input_due', 'model_due'],
        error => log.warn({ err: error }, 'the connection for notifications broke'),
      ),
    ]);
    listening = listener;
    closers.push(() => listener.close());
    const secrets = createSecrets(secretKey);
    const storage = withRows(timeStorage(opened, telemetry.metrics), data.db, config.databaseFileBytes);
    const changes = watchChanges(listener);
    const context: RoleContext = {
      config,
      log,
      data,
      databaseHeartbeat,
      storage,
      listener,
      telemetry,
      jobTypes,
      secrets,
      secretKey,
      stopping: stopping.signal,
      closers,
      changes,
      batcher: new Batcher(data.db, telemetry.tracing?.current),
      inProcessResults: new InProcessResults(changes),
    };
    let withoutJobs: string | undefined;
    const prepared = await preparing?.catch(error => {
      // A new user gets to see the API and how to fix the sandbox; a worker alone would be useless.
      if (config.role === 'worker' || !(error instanceof SandboxUnusable)) throw error;
      withoutJobs = error.message;
    });
    if (prepared) await runWorker(context, prepared);
    if (preparing) await runMaintenance(context);
    const { metricsUrl } = await openMetricsPort(context);
    const api = config.role === 'worker' ? {} : await runApi(context);
    isServing = true;
    return { ...api, ...(metricsUrl && { metricsUrl }), ...(withoutJobs && { withoutJobs }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
