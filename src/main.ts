import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { openData } from './data.ts';
import { openListener } from './db/listener.ts';
import { watchChanges } from './domain/jobs/changes.ts';
import { createFirstKey } from './domain/keys/first.ts';
import type { CreatedKey } from './domain/keys/keys.ts';
import { createSecrets } from './domain/secrets.ts';
import { probeEngines } from './engines/probes.ts';
import { buildServer } from './http/server.ts';
import { loadJobTypes } from './jobs/registry.ts';
import { loadSecretKey } from './secret-key.ts';
import { signedLinks } from './storage/links.ts';
import { openLocalStorage } from './storage/local/local.ts';
import { createHosts } from './worker/hosts/hosts.ts';
import { startUpkeep } from './worker/upkeep.ts';
import { startWorker } from './worker/worker.ts';

type Closer = () => Promise<unknown>;

export interface Service {
  /** Where it listens; absent for a worker. */
  url?: string;
  /** Only on the first start of an installation. */
  firstKey?: CreatedKey;
  stop: Closer;
}

/** Starts the roles the configuration names and returns when they are ready. */
export async function start(config: Config, log: FastifyBaseLogger, jobsDir?: string): Promise<Service> {
  const closers: Closer[] = [];
  const stop = async () => {
    while (closers.length > 0)
      await closers.pop()!().catch(error => log.error({ err: error }, 'closing failed'));
  };
  try {
    const data = await openData(config, log);
    closers.push(data.close);
    const { db } = data;
    const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir));
    const storage = await openLocalStorage(config.storageDir ?? join(config.dataDir, 'storage'));
    const jobTypes = await loadJobTypes(jobsDir);
    const secrets = createSecrets(secretKey);
    const listener = await openListener(
      data.connection,
      ['job_changed', 'job_released', 'job_canceled'],
      error => log.warn({ err: error }, 'the listening connection broke'),
    );
    closers.push(() => listener.close());
    const service: Service = { stop };

    if (config.role !== 'api') {
      const hosts = await createHosts({
        dir: join(config.dataDir, 'work'),
        sandbox: config.sandbox,
        maxHosts: config.workerConcurrency,
        ...(jobsDir && { jobsDir }),
        log,
      });
      closers.push(() => hosts.close());
      const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
      const engines = await probeEngines();
      const worker = await startWorker({
        id,
        concurrency: config.workerConcurrency,
        db,
        storage,
        hosts,
        jobTypes,
        secrets,
        engines,
        listener,
        log: log.child({ worker: id }),
      });
      closers.push(() => worker.stop());
      const upkeep = startUpkeep(db, storage, log);
      closers.push(() => upkeep.stop());
    }

    if (config.role !== 'worker') {
      const changes = watchChanges(listener);
      const links = signedLinks(secretKey);
      const app = await buildServer(
        { db, storage, links, jobTypes, secrets, changes, publicUrl: config.publicUrl },
        log,
      );
      closers.push(() => app.close());
      const address = await app.listen({ host: config.host, port: config.port });
      service.url = config.publicUrl ?? address;
      const firstKey = await createFirstKey(db);
      if (firstKey) service.firstKey = firstKey;
    }
    return service;
  } catch (error) {
    await stop();
    throw error;
  }
}
