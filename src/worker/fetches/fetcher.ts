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
import { failFetch } from '../../domain/work/fetches/end.ts';
import type { FetchSource } from '../../domain/work/jobs/fetched-inputs.ts';
import type { JobTypes } from '../../jobs/registry.ts';
import type { Changes } from '../../queue/notices/changes.ts';
import { limits } from '../../settings/limits.ts';
import type { Storage } from '../../storage/storage.ts';
import { openConnection } from '../connections/open.ts';
import { openUrl } from '../connections/open-url.ts';
import { FetchProblem, type Wanted } from '../connections/source.ts';
import { createAgent } from '../deliveries/agent.ts';
import { computeNextWait } from '../deliveries/schedule.ts';
import { createWakeUp } from '../wake-up.ts';
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

/** Fetches the inputs that jobs and runs name by their address. Any number of processes may run it. */
export function startFetcher(settings: FetcherSettings): Fetcher {
  const { db, storage, log } = settings;
  const agent = createAgent({ allowHosts: settings.allowHosts, connectMs: limits.connectSeconds * 1000 });
  const underWay = new Set<Promise<void>>();
  const shutdown = new AbortController();
  const wakeUp = createWakeUp();

  /** Opens a file of a connection, which must still belong to the workspace of the job. */
  async function openConnected(
    fetch: ClaimedFetch,
    id: string,
    key: string,
    wanted: Wanted,
    signal: AbortSignal,
  ) {
    const row = await findConnection(db, fetch.workspaceId, id).catch(error => {
      if (!(error instanceof ApiError)) throw error;
      throw new FetchProblem('input_disconnected', 'the connection was deleted', { isFinal: true });
    });
    const client = await openConnection(readConfig(settings.secrets, row), agent, settings.folders);
    return client.open(key, wanted, signal);
  }

  const openSource = (fetch: ClaimedFetch, signal: AbortSignal) => {
    const source = settings.secrets.open(fetch.source) as FetchSource;
    return (wanted: Wanted) =>
      'url' in source
        ? openUrl(source.url, wanted, agent, signal)
        : openConnected(fetch, source.connectionId, source.key, wanted, signal);
  };

  async function fail(fetch: ClaimedFetch, id: FailureId, detail: string, place?: string): Promise<void> {
    log.info({ jobId: fetch.jobId, index: fetch.index, detail }, 'an input cannot be fetched');
    await failFetch(db, fetch, id, detail, place);
    await storage.partial.discard(makePartialKey(fetch)).catch(() => {});
  }

  async function handleProblem(fetch: ClaimedFetch, error: unknown): Promise<void> {
    if (shutdown.signal.aborted) return releaseFetch(db, fetch, 0, false);
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
    setTimeout(wakeUp.wake, wait * 1000).unref();
  }

  async function attempt(fetch: ClaimedFetch): Promise<void> {
    const signal = AbortSignal.any([shutdown.signal, AbortSignal.timeout(limits.fetchSeconds * 1000)]);
    try {
      const purpose = await findPurpose(settings, fetch);
      if (!purpose) return await releaseFetch(db, fetch, 0, false);
      const outcome = await receiveSource(receiving, fetch, purpose, openSource(fetch, signal));
      if (outcome === 'storage_bytes') await fail(fetch, 'input_without_storage', 'no storage is left');
      else if (outcome === 'too_large')
        await fail(fetch, 'input_too_large', 'the files are too large together');
    } catch (error) {
      await handleProblem(fetch, error);
    }
  }

  const receiving = { db, storage, changes: settings.changes, limits };

  function take(fetch: ClaimedFetch): void {
    const done: Promise<void> = attempt(fetch)
      .catch(error => log.error({ err: error }, 'the result of a fetch could not be recorded'))
      .finally(() => {
        underWay.delete(done);
        wakeUp.wake();
      });
    underWay.add(done);
  }

  async function loop(): Promise<void> {
    while (!shutdown.signal.aborted) {
      wakeUp.reset();
      try {
        const most = limits.fetchesAtOnce - underWay.size;
        const claimed =
          most > 0
            ? await claimFetches(db, {
                most,
                perWorkspace: limits.fetchesPerWorkspace,
                claimSeconds: limits.fetchClaimSeconds,
              })
            : [];
        for (const fetch of claimed) take(fetch);
      } catch (error) {
        log.warn({ err: error }, 'inputs to fetch could not be claimed');
      }
      await wakeUp.wait(limits.fetchPollSeconds * 1000);
    }
  }

  const unsubscribe = settings.listener.on('input_due', wakeUp.wake);
  const looping = loop();
  return {
    async stop() {
      shutdown.abort();
      wakeUp.wake();
      unsubscribe();
      await looping;
      await Promise.all(underWay);
      await agent.destroy();
    },
  };
}
