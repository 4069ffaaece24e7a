import { ConcurrencyLimit } from '../../domain/metering/concurrency-limit.ts';
import { BytesInFlight } from '../../domain/work/submissions/in-flight.ts';
import { limits } from '../../settings/limits.ts';
import { type FairQueue, makeListQueue } from './list-queue.ts';
import { WaitingRequests } from './waiting-requests.ts';

/** The limits on concurrent requests, which all routes of a server share. */
export interface Concurrency {
  streams: ConcurrencyLimit;
  waits: ConcurrencyLimit;
  uploads: ConcurrencyLimit;
  downloads: ConcurrencyLimit;
  bytesInFlight: BytesInFlight;
  waiting: WaitingRequests;
  lists: FairQueue;
  /** The time when the log was last told that requests are refused, by `performance.now()`. */
  overloadToldAt: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    concurrency: Concurrency;
  }
}

export const makeConcurrency = (): Concurrency => ({
  streams: new ConcurrencyLimit('event streams', limits.eventStreams),
  waits: new ConcurrencyLimit('waiting requests', limits.waits),
  uploads: new ConcurrencyLimit('uploads', limits.uploads),
  downloads: new ConcurrencyLimit('downloads', limits.downloads),
  bytesInFlight: new BytesInFlight(),
  waiting: new WaitingRequests(),
  lists: makeListQueue(),
  overloadToldAt: -Infinity,
});
