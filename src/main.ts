import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { type OpenedDatabase, openData, openStorage } from './data.ts';
import { type Listener, openListener } from './db/listener.ts';
import { type Pulse, watchPulse } from './db/pulse.ts';
import { openAuthOnDemand } from './domain/accounts/auth.ts';
import { makeFirstUserToken } from './domain/accounts/first.ts';
import { checkReadiness } from './domain/health.ts';
import { type Changes, watchChanges } from './domain/jobs/changes.ts';
import { EndsHere } from './domain/jobs/ends-here.ts';
import { createFirstKey } from './domain/keys/first.ts';
import type { CreatedKey } from './domain/keys/keys.ts';
import { createSecrets, type Secrets } from './domain/secrets.ts';
import type { Inventory } from './domain/system.ts';
import { readAllowedDestinations } from './domain/webhooks/allowed.ts';
import { loadEngines, probeEngines, readEngineFacts } from './engines/probes.ts';
import { type JobTypes, loadJobTypes } from './jobs/registry.ts';
import { limits } from './limits.ts';
import { describeModels } from './models/describe.ts';
import { watchModels } from './models/watch.ts';
import { Turns } from './queue/turns.ts';
import { loadSecretKey } from './secret-key.ts';
import { makeSignedLinks } from './storage/links.ts';
import type { Storage } from './storage/storage.ts';
import { printMetrics } from './telemetry/figures.ts';
import { watchJobs } from './telemetry/job-watch.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { openPort } from './telemetry/port.ts';
import { timeStorage } from './telemetry/timed-storage.ts';
import type { Tracing } from './telemetry/tracing.ts';
import { SandboxUnusable } from './worker/sandbox/unusable.ts';

type Closer = () => Promise<unknown>;

export interface Service {
  /** Where callers reach it; absent for a worker. */
  url?: string;
  /** The port it listens on. */
  port?: number;
  /** Where it tells of itself, if on a port of its own. */
  metricsUrl?: string;
  /** Only on the first start of an installation. */
  firstKey?: CreatedKey;
  /** Until there is a user: where the first one signs in. */
  signInLink?: string;
  /** Why no job can run here, although the API is served. */
  withoutJobs?: string;
  stop: Closer;
}

/** What is seen of a process from outside. */
interface Telemetry {
  metrics: Metrics;
  tracing?: Tracing;
}

/** The libraries for traces are loaded only where somebody collects them. */
async function openTelemetry({ tracesUrl, tracesShare, role }: Config): Promise<Telemetry> {
  const metrics = createMetrics();
  if (tracesUrl === undefined) return { metrics };
  const { openTracing } = await import('./telemetry/opentelemetry.ts');
  return { metrics, tracing: openTracing({ endpoint: tracesUrl, share: tracesShare, role }) };
}

/** What both roles are made of. */
interface Ground {
  config: Config;
  log: FastifyBaseLogger;
  data: OpenedDatabase;
  pulse: Pulse;
  storage: Storage;
  listener: Listener;
  telemetry: Telemetry;
  turns: Turns;
  changes: Changes;
  endsHere: EndsHere;
  jobTypes: JobTypes;
  secrets: Secrets;
  secretKey: string;
  /** Aborted when the process is told to stop. */
  stopping: AbortSignal;
  /** What to close, in the order in which it was opened. */
  closers: Closer[];
}

/** Hosts and engines need no database: they get ready while it starts. */
async function prepareWorker(
  config: Config,
  log: FastifyBaseLogger,
  { metrics }: Telemetry,
  jobsDir: string | undefined,
) {
  const [{ createHosts }, { modelFinder }, allEngines, models] = await Promise.all([
    import('./worker/hosts/hosts.ts'),
    import('./worker/models/installed.ts'),
    loadEngines(),
    watchModels({
      modelsDir: config.modelsDir,
      set: config.models,
      onProblem: problem => log.warn({ problem }, 'a model of MODELS_DIR is not used'),
    }),
  ]);
  const [hosts, engines] = await Promise.all([
    createHosts({
      dir: join(config.dataDir, 'work'),
      sandbox: config.sandbox,
      cgroup: config.cgroup,
      maxHosts: config.workerConcurrency,
      warmHostsMb: config.warmHostsMb,
      findModel: modelFinder(models, allEngines),
      modelMemoryMb: config.modelMemoryMb,
      maxModelJobs: config.modelConcurrency,
      log,
      onRetired: (pool, why) => metrics.hostsRetired.inc({ pool, why }),
      ...(jobsDir && { jobsDir }),
    }),
    probeEngines(),
  ]);
  return { hosts, engines, models, facts: await readEngineFacts(engines) };
}

async function runWorker(
  ground: Ground,
  { hosts, engines, models, facts }: Awaited<ReturnType<typeof prepareWorker>>,
): Promise<void> {
  const { config, log, data, storage, jobTypes, secrets, listener, telemetry, closers } = ground;
  const { startWorker } = await import('./worker/worker.ts');
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const worker = await startWorker({
    id,
    concurrency: config.workerConcurrency,
    modelConcurrency: config.modelConcurrency,
    db: data.db,
    storage,
    hosts,
    jobTypes,
    secrets,
    engines,
    facts,
    models,
    listener,
    turns: ground.turns,
    endsHere: ground.endsHere,
    log: log.child({ worker: id }),
    watch: watchJobs(telemetry.metrics, telemetry.tracing),
  });
  closers.push(async () => models.close());
  closers.push(() => worker.stop());
}

/** What a worker does besides jobs. */
async function runUpkeep(ground: Ground): Promise<void> {
  const { config, log, data, storage, secrets, listener, closers } = ground;
  const { metrics } = ground.telemetry;
  const [{ startUpkeep }, { startDeliverer }] = await Promise.all([
    import('./worker/upkeep.ts'),
    import('./worker/deliveries/deliverer.ts'),
  ]);
  const upkeep = startUpkeep(data.db, storage, log, () => metrics.jobsReaped.inc());
  closers.push(() => upkeep.stop());
  const deliverer = startDeliverer({
    db: data.db,
    secrets,
    listener,
    allowHosts: config.webhookAllowHosts,
    log,
    metrics,
  });
  closers.push(() => deliverer.stop());
}

const explainPortTaken = ({ host, port }: Config): Error =>
  new Error(
    `Port ${port} of ${host} is taken by another program, perhaps another Filemill. Stop that one, or set PORT to a free one.`,
  );

async function takeInventory({ modelsDir, models: set }: Config): Promise<Inventory> {
  const [engines, { models }] = await Promise.all([loadEngines(), describeModels(modelsDir, set)]);
  return {
    engines,
    models: models.map(({ state, choice: _, ...model }) => ({ ...model, leftOut: state === 'left out' })),
  };
}

async function runApi(ground: Ground): Promise<Omit<Service, 'stop'>> {
  const { config, log, data, storage, jobTypes, secrets, telemetry, closers } = ground;
  const { buildServer } = await import('./http/server.ts');
  const app = await buildServer(
    {
      db: data.db,
      storage,
      links: makeSignedLinks(ground.secretKey),
      jobTypes,
      secrets,
      auth: openAuthOnDemand(data.db, { secretKey: ground.secretKey, publicUrl: config.publicUrl }),
      changes: ground.changes,
      endsHere: ground.endsHere,
      turns: ground.turns,
      isDatabaseThere: () => ground.pulse.beats,
      webhookHosts: readAllowedDestinations(config.webhookAllowHosts),
      inventory: () => takeInventory(config),
      publicUrl: config.publicUrl,
      metrics: telemetry.metrics,
      printMetrics: () => printMetrics(telemetry.metrics, data.db),
      tracing: telemetry.tracing,
      requestsAtOnce: config.requestsAtOnce,
      isStopping: () => ground.stopping.aborted,
    },
    log,
  );
  closers.push(() => app.close());
  const place = { host: config.host, port: config.port, reusePort: config.apiProcesses > 1 };
  const address = await app.listen(place).catch(error => {
    throw error.code === 'EADDRINUSE' ? explainPortTaken(config) : error;
  });
  const firstKey = await createFirstKey(data.db);
  const url = config.publicUrl ?? address;
  const token = await makeFirstUserToken(data.db);
  return {
    url,
    port: (app.server.address() as AddressInfo).port,
    ...(firstKey && { firstKey }),
    ...(token && { signInLink: `${url}/welcome#token=${token}` }),
  };
}

// The bytes that pass through count as the heap's, and the heap is small: left alone, V8 collects all of it every few uploads.
setFlagsFromString('--heap-growing-percent=200');
// A request runs a thousand functions once: at V8's own pace they would still be interpreted after hundreds of jobs.
setFlagsFromString('--invocation-count-for-maglev=100');
setFlagsFromString('--minimum-invocations-after-ic-update=100');

async function openMetricsPort(ground: Ground): Promise<{ metricsUrl?: string }> {
  const { config, data, storage, telemetry, log, closers } = ground;
  if (config.metricsPort === undefined) return {};
  const port = await openPort({
    host: config.metricsHost,
    port: config.metricsPort,
    contentType: telemetry.metrics.registry.contentType,
    printMetrics: () => printMetrics(telemetry.metrics, data.db),
    checkReadiness: () =>
      checkReadiness(data.db, storage, (check, error) => log.warn({ err: error, check }, 'not ready')),
    isStopping: () => ground.stopping.aborted,
  });
  closers.push(() => port.close());
  return { metricsUrl: port.url };
}

/** Starts the roles the configuration names and returns when they are ready. */
export async function start(config: Config, log: FastifyBaseLogger, jobsDir?: string): Promise<Service> {
  const closers: Closer[] = [];
  const stopping = new AbortController();
  const stop = async () => {
    stopping.abort();
    if (isServing) await sleep(config.drainSeconds * 1000);
    while (closers.length > 0)
      await closers.pop()!().catch(error => log.error({ err: error }, 'closing failed'));
  };
  let isServing = false;
  try {
    const telemetry = await openTelemetry(config);
    if (telemetry.tracing) closers.push(telemetry.tracing.stop);
    const preparing = config.role === 'api' ? undefined : prepareWorker(config, log, telemetry, jobsDir);
    // Also where the start fails before they are ready.
    closers.push(async () => (await preparing?.catch(() => undefined))?.hosts.close());
    preparing?.catch(() => {});
    const data = await openData(config, log, telemetry.tracing?.current);
    closers.push(data.close);
    let listening: Listener | undefined;
    const pulse = watchPulse(data.connection, {
      everySeconds: limits.pulseSeconds,
      patienceSeconds: limits.pulsePatienceSeconds,
      onLost(error) {
        log.warn({ err: error }, 'the database does not answer');
        data.cut();
        listening?.cut();
      },
    });
    closers.push(() => pulse.stop());
    const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir));
    const [opened, jobTypes, listener] = await Promise.all([
      openStorage(config),
      loadJobTypes(jobsDir, config.models),
      openListener(data.connection, ['job_changed', 'job_released', 'job_canceled', 'webhook_due'], error =>
        log.warn({ err: error }, 'the listening connection broke'),
      ),
    ]);
    listening = listener;
    closers.push(() => listener.close());
    const secrets = createSecrets(secretKey);
    const storage = timeStorage(opened, telemetry.metrics);
    const changes = watchChanges(listener);
    const ground: Ground = {
      config,
      log,
      data,
      pulse,
      storage,
      listener,
      telemetry,
      jobTypes,
      secrets,
      secretKey,
      stopping: stopping.signal,
      closers,
      changes,
      turns: new Turns(data.db, telemetry.tracing?.current),
      endsHere: new EndsHere(changes),
    };
    let withoutJobs: string | undefined;
    const prepared = await preparing?.catch(error => {
      // Somebody who has just begun gets to know the service, and what to type; a worker would be there for nothing.
      if (config.role === 'worker' || !(error instanceof SandboxUnusable)) throw error;
      withoutJobs = error.message;
    });
    if (prepared) await runWorker(ground, prepared);
    if (preparing) await runUpkeep(ground);
    const { metricsUrl } = await openMetricsPort(ground);
    const api = config.role === 'worker' ? {} : await runApi(ground);
    isServing = true;
    return { ...api, ...(metricsUrl && { metricsUrl }), ...(withoutJobs && { withoutJobs }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
