import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import { JobFailure } from '../../contract/failure.ts';
import type { FailureId } from '../../contract/failure-catalogue.ts';
import type { Database } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import { findConnection, readConfig } from '../../domain/files/connections/connections.ts';
import { makePartialKey } from '../../domain/files/uploads/keys.ts';
import type { Secrets } from '../../domain/rows/secrets.ts';
import { findPurpose } from '../../domain/work/fetches/arrival.ts';
import { type ClaimedFetch, claimFetches, releaseFetch } from '../../domain/work/fetches/claim.ts';
import { type FetchOutcome, failFetch } from '../../domain/work/fetches/end.ts';
import type { FetchSource } from '../../domain/work/jobs/fetched-inputs.ts';
import type { JobTypes } from '../../jobs/registry.ts';
import type { Changes } from '../../queue/notices/changes.ts';
import { limits } from '../../settings/limits.ts';
import type { Storage } from '../../storage/storage.ts';
import { startClaimLoop } from '../claim-loop.ts';
import { explainProblem } from '../connections/explain.ts';
import { openConnection } from '../connections/open.ts';
import { openUrl } from '../connections/open-url.ts';
import { FetchProblem, type OpenedSource, type Wanted } from '../connections/source.ts';
import { openNetwork } from '../deliveries/agent.ts';
import { computeNextWait } from '../deliveries/schedule.ts';
import { receiveSource } from './receive.ts';

export interface FetcherSettings {
  db: Database;
  storage: Storage;
  jobTypes: JobTypes;
  secrets: Secrets;
  changes: Pick<Changes, 'waitForChange'>;
  listener: Pick<Listener, 'on'>;
  allowHosts: readonly string[];
  /** The folders of the machine that connections may have. */
  folders: readonly string[];
  log: FastifyBaseLogger;
}

export interface Fetcher {
  /** Stops fetching. The bytes fetched so far are kept, and another process continues. */
  stop(): Promise<void>;
}

/** Seconds to wait after each failed attempt; after the last one the job fails. */
const retrySeconds = [1, 10, 60, 300, 900, 1800];
const ownFaultSeconds = 10;

/** Outcomes that fail the job although the file was fetched. */
const refusals: Partial<Record<FetchOutcome, { id: FailureId; detail: string }>> = {
  storage_bytes: { id: 'input_without_storage', detail: 'no storage is left' },
  too_large: { id: 'input_too_large', detail: 'the files are too large together' },
  engines: { id: 'fetched_engine', detail: 'no worker has the engines for the format of the file' },
};

/** Makes an error of a remote place one that is tried again, and not one of our own storage. */
const toFetchProblem = (error: unknown): FetchProblem =>
  error instanceof FetchProblem ? error : new FetchProblem('input_unreachable', explainProblem(error));

async function* readRemote(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw toFetchProblem(error);
  }
}

/** Fetches the inputs that jobs and runs name by their address. Any number of processes may run it. */
export function startFetcher(settings: FetcherSettings): Fetcher {
  const { db, storage, log } = settings;
  const network = openNetwork({ allowHosts: settings.allowHosts, connectMs: limits.connectSeconds * 1000 });
  const receiving = { db, storage, changes: settings.changes, limits };

  /** Opens a file of a connection, which must still belong to the workspace of the job. */
  async function openConnected(
    fetch: ClaimedFetch,
    id: string,
    key: string,
    wanted: Wanted,
    signal: AbortSignal,
  ): Promise<OpenedSource> {
    const row = await findConnection(db, fetch.workspaceId, id).catch(error => {
      if (!(error instanceof ApiError)) throw error;
      throw new FetchProblem('input_disconnected', 'the connection was deleted', { isFinal: true });
    });
    const config = readConfig(settings.secrets, row);
    const client = await openConnection(config, network, settings.folders, signal).catch(error => {
      throw toFetchProblem(error);
    });
    const closeClient = () => void client.close().catch(() => {});
    try {
      const source = await client.open(key, wanted, signal);
      const close = () => {
        source.close();
        closeClient();
      };
      return { ...source, chunks: readRemote(source.chunks), close };
    } catch (error) {
      closeClient();
      throw toFetchProblem(error);
    }
  }

  const openSource = (fetch: ClaimedFetch, signal: AbortSignal) => {
    const source = settings.secrets.open(fetch.source) as FetchSource;
    return (wanted: Wanted) =>
      'url' in source
        ? openUrl(source.url, wanted, network.dispatcher, signal)
        : openConnected(fetch, source.connectionId, source.key, wanted, signal);
  };

  async function fail(fetch: ClaimedFetch, id: FailureId, detail: string, place?: string): Promise<void> {
    log.info({ jobId: fetch.jobId, index: fetch.index, detail }, 'an input cannot be fetched');
    await failFetch(db, fetch, id, detail, place);
    await storage.partial.discard(makePartialKey(fetch)).catch(() => {});
  }

  async function handleProblem(fetch: ClaimedFetch, error: unknown, shutdown: AbortSignal): Promise<void> {
    if (shutdown.aborted) return releaseFetch(db, fetch, 0, false);
    if (error instanceof JobFailure) return fail(fetch, error.id, error.detail);
    // The job was started, canceled or erased, or another process fetches the same input.
    if (error instanceof ApiError && error.code !== 'unavailable')
      return releaseFetch(db, fetch, limits.fetchClaimSeconds, false);
    // The database or the storage failed, which says nothing about the remote file.
    if (!(error instanceof FetchProblem)) {
      log.warn({ err: error, jobId: fetch.jobId }, 'an input could not be stored');
      return releaseFetch(db, fetch, ownFaultSeconds, false);
    }
    const wait = error.isFinal
      ? undefined
      : computeNextWait(fetch.failures + 1, error.retryAfter, retrySeconds, Math.random);
    if (wait === undefined) return fail(fetch, error.id, error.message, error.place);
    log.debug({ jobId: fetch.jobId, detail: error.message, wait }, 'an input is fetched again later');
    await releaseFetch(db, fetch, wait, true);
    loop.wakeIn(wait);
  }

  async function attempt(fetch: ClaimedFetch, shutdown: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([shutdown, AbortSignal.timeout(limits.fetchSeconds * 1000)]);
    try {
      const purpose = await findPurpose(settings, fetch);
      if (!purpose) return await releaseFetch(db, fetch, 0, false);
      const outcome = await receiveSource(receiving, fetch, purpose, openSource(fetch, signal));
      const refused = refusals[outcome];
      if (refused) await fail(fetch, refused.id, refused.detail);
    } catch (error) {
      await handleProblem(fetch, error, shutdown);
    }
  }

  const loop = startClaimLoop({
    name: 'fetches',
    channel: 'input_due',
    atOnce: limits.fetchesAtOnce,
    pollSeconds: limits.fetchPollSeconds,
    listener: settings.listener,
    log,
    claim: most =>
      claimFetches(db, {
        most,
        perWorkspace: limits.fetchesPerWorkspace,
        claimSeconds: limits.fetchClaimSeconds,
      }),
    handle: attempt,
  });
  return {
    async stop() {
      await loop.stop();
      await network.close();
    },
  };
}
