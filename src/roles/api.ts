import type { AddressInfo } from 'node:net';
import type { Inventory } from '../domain/installation/system.ts';
import { readAllowedDestinations } from '../domain/outgoing/destinations/destinations.ts';
import { openAuthOnDemand } from '../domain/people/accounts/auth.ts';
import { createFirstKey } from '../domain/people/keys/first-key.ts';
import type { CreatedKey } from '../domain/people/keys/keys.ts';
import { makeFirstUserToken } from '../domain/people/workspaces/first-user.ts';
import { loadEngines } from '../engines/probes.ts';
import { describeModels } from '../models/describe.ts';
import type { Config } from '../settings/config.ts';
import { makeSignedLinks } from '../storage/links.ts';
import { printMetrics } from '../telemetry/print-metrics.ts';
import { makeFileLister } from '../worker/connections/list.ts';
import { makeConnectionTest } from '../worker/connections/open.ts';
import type { RoleContext } from './role-context.ts';

/** The URL of an API process, and what its first start created. */
export interface ServedApi {
  url: string;
  /** The port it listens on. */
  port: number;
  /** The key that the first start of an installation creates. */
  firstKey?: CreatedKey;
  /** The link to create the first user, until there is one. */
  signInLink?: string;
}

const explainPortTaken = ({ host, port }: Config): Error =>
  new Error(
    `Port ${port} of ${host} is in use by another program, perhaps another Filemill. Stop it, or set PORT to a free port.`,
  );

async function takeInventory({ modelsDir, models: set }: Config): Promise<Inventory> {
  const [engines, { models }] = await Promise.all([loadEngines(), describeModels(modelsDir, set)]);
  return {
    engines,
    models: models.map(({ state, choice: _, ...model }) => ({ ...model, leftOut: state === 'left out' })),
  };
}

/** Serves HTTP until the process is stopped. */
export async function runApi(context: RoleContext): Promise<ServedApi> {
  const { config, log, data, storage, jobTypes, secrets, telemetry, closers } = context;
  const places = { allowHosts: config.fetchAllowHosts, folders: config.connectionFolders };
  const { buildServer } = await import('../http/server.ts');
  const app = await buildServer(
    {
      db: data.db,
      storage,
      links: makeSignedLinks(context.secretKey),
      jobTypes,
      secrets,
      auth: openAuthOnDemand(data.db, { secretKey: context.secretKey, publicUrl: config.publicUrl }),
      changes: context.changes,
      inProcessResults: context.inProcessResults,
      batcher: context.batcher,
      isDatabaseThere: () => context.databaseHeartbeat.answers,
      webhookHosts: readAllowedDestinations(config.webhookAllowHosts),
      fetchHosts: readAllowedDestinations(config.fetchAllowHosts),
      testConnection: makeConnectionTest(places),
      listFiles: makeFileLister(places),
      inventory: () => takeInventory(config),
      publicUrl: config.publicUrl,
      metrics: telemetry.metrics,
      printMetrics: () => printMetrics(telemetry.metrics, data.db),
      tracing: telemetry.tracing,
      requestsAtOnce: config.requestsAtOnce,
      isStopping: () => context.stopping.aborted,
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
