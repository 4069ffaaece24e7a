import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { readAllowedDestinations, requireReachable } from '../domain/outgoing/destinations/destinations.ts';
import { loadEngines } from '../engines/probes.ts';
import { watchEngines } from '../engines/watch.ts';
import { watchModels } from '../models/watch.ts';
import type { Config } from '../settings/config.ts';
import { watchJobs } from '../telemetry/job-watch.ts';
import type { RoleContext, Telemetry } from './role-context.ts';

/** Prepares hosts and engines, which need no database, while the database starts. */
export async function prepareWorker(
  config: Config,
  log: FastifyBaseLogger,
  { metrics }: Telemetry,
  jobsDir: string | undefined,
) {
  const [{ createHosts }, { createModelFinder: modelFinder }, allEngines, models] = await Promise.all([
    import('../worker/running/hosts.ts'),
    import('../worker/models/installed.ts'),
    loadEngines(),
    watchModels({
      modelsDir: config.modelsDir,
      set: config.models,
      onProblem: problem => log.warn({ problem }, 'an entry of MODELS_DIR/manifest.json is not used'),
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
      ...(config.webAccess === 'on' && {
        web: { allowHosts: config.webAccessHosts, denyHosts: config.webAccessDenyHosts },
      }),
      timestampServers: config.timestampServers,
      onRetired: (pool, why) => metrics.hostsRetired.inc({ pool, why }),
      ...(jobsDir && { jobsDir }),
    }),
    watchEngines({
      onProblem: error => log.warn({ err: error }, 'engines could not be probed again'),
    }),
  ]);
  // Hosts see the system as it was when they started.
  engines.beforeChange(() => hosts.renew());
  return { hosts, engines, models };
}

/** Claims and runs jobs until the process is stopped. */
export async function runWorker(
  context: RoleContext,
  { hosts, engines, models }: Awaited<ReturnType<typeof prepareWorker>>,
): Promise<void> {
  const { config, log, data, storage, jobTypes, secrets, listener, telemetry, closers } = context;
  const [{ startWorker }, { startModelInstaller }] = await Promise.all([
    import('../worker/worker.ts'),
    import('../worker/models/installer.ts'),
  ]);
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
    engines: engines.engines,
    facts: engines.facts,
    engineWatch: engines,
    models,
    listener,
    batcher: context.batcher,
    inProcessResults: context.inProcessResults,
    log: log.child({ worker: id }),
    watch: watchJobs(telemetry.metrics, telemetry.tracing),
  });
  const installer = startModelInstaller({
    db: data.db,
    workerId: id,
    modelsDir: config.modelsDir,
    set: config.models,
    listener,
    log,
  });
  closers.push(() => installer.stop());
  closers.push(async () => models.close());
  closers.push(async () => engines.close());
  closers.push(() => worker.stop());
}

/** Starts a worker's work besides jobs. */
export async function runMaintenance(context: RoleContext): Promise<void> {
  const { config, log, data, storage, jobTypes, secrets, listener, closers } = context;
  const { metrics } = context.telemetry;
  const [{ startMaintenance }, { startDeliverer }, { startFetcher }, { startSender }, { makeFileLister }] =
    await Promise.all([
      import('../worker/maintenance.ts'),
      import('../worker/deliveries/deliverer.ts'),
      import('../worker/fetches/fetcher.ts'),
      import('../worker/outputs/sender.ts'),
      import('../worker/connections/list.ts'),
    ]);
  const fetchHosts = readAllowedDestinations(config.fetchAllowHosts);
  const work = {
    jobTypes,
    secrets,
    listFiles: makeFileLister({ allowHosts: config.fetchAllowHosts, folders: config.connectionFolders }),
    requireReachable: (url: string, at: string) => requireReachable(url, fetchHosts, at, 'FETCH_ALLOW_HOSTS'),
  };
  const maintenance = startMaintenance(data.db, storage, work, log, {
    onReaped: () => metrics.jobsReaped.inc(),
    dataDir: config.dataDir,
  });
  closers.push(() => maintenance.stop());
  const deliverer = startDeliverer({
    db: data.db,
    secrets,
    listener,
    allowHosts: config.webhookAllowHosts,
    log,
    metrics,
  });
  closers.push(() => deliverer.stop());
  const fetcher = startFetcher({
    db: data.db,
    storage,
    jobTypes: context.jobTypes,
    secrets,
    changes: context.changes,
    listener,
    allowHosts: config.fetchAllowHosts,
    folders: config.connectionFolders,
    log,
  });
  closers.push(() => fetcher.stop());
  const sender = startSender({
    db: data.db,
    storage,
    secrets,
    listener,
    allowHosts: config.fetchAllowHosts,
    folders: config.connectionFolders,
    log,
  });
  closers.push(() => sender.stop());
}
