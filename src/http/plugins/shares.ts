import { Share } from '../../domain/metering/share.ts';
import { BytesInFlight } from '../../domain/work/submissions/in-flight.ts';
import { limits } from '../../settings/limits.ts';
import { type FairQueue, makeLists } from './lists.ts';
import { WaitingRequests } from './waiting-requests.ts';

/** The limits of what goes on at once, which all routes of a server share. */
export interface Shares {
  streams: Share;
  waits: Share;
  uploads: Share;
  downloads: Share;
  bytesInFlight: BytesInFlight;
  waiting: WaitingRequests;
  lists: FairQueue;
  /** The time when the log was last told that requests are refused, by `performance.now()`. */
  overloadToldAt: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    shares: Shares;
  }
}

export const makeShares = (): Shares => ({
  streams: new Share('event streams', limits.eventStreams),
  waits: new Share('waiting requests', limits.waits),
  uploads: new Share('uploads', limits.uploads),
  downloads: new Share('downloads', limits.downloads),
  bytesInFlight: new BytesInFlight(),
  waiting: new WaitingRequests(),
  lists: makeLists(),
  overloadToldAt: -Infinity,
});
