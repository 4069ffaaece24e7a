import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../settings/limits.ts';
import { Overload } from './overload.ts';
import { whenClosed } from './when-closed.ts';

interface WaitingKind {
  waiting: number;
  /** The times when the last requests of this kind ended, by `performance.now()`. */
  ends: number[];
}

/**
 * Counts the requests that wait for the end of their job, by workspace and kind of job. No more may wait than ended in the last
 * seconds, apart from a small number that is always allowed. So every accepted request waits about equally long on any machine,
 * and a refused one learns so at once.
 */
export class WaitingRequests {
  readonly #byName = new Map<string, WaitingKind>();

  /** Tells whether one more request may wait. */
  hasRoom(name: string): boolean {
    const kind = this.#byName.get(name);
    if (!kind) return true;
    const since = performance.now() - limits.oneRequest.seconds * 1000;
    const recent = kind.ends.findIndex(end => end > since);
    kind.ends.splice(0, recent < 0 ? kind.ends.length : recent);
    const { least } = limits.oneRequest;
    // `waits.perWorkspace` also limits all kinds of jobs of a workspace together.
    return kind.waiting < Math.min(limits.waits.perWorkspace, Math.max(least, kind.ends.length));
  }

  /** Counts one more request. Call the returned function when it no longer waits, with whether its job has ended. */
  begin(name: string): (done: boolean) => void {
    const kind = this.#byName.get(name) ?? { waiting: 0, ends: [] };
    this.#byName.set(name, kind);
    kind.waiting += 1;
    return done => {
      kind.waiting -= 1;
      if (done) kind.ends.push(performance.now());
      if (kind.waiting === 0) this.#forgetLater(name, kind);
    };
  }

  /** Deletes a name that is no longer used. */
  #forgetLater(name: string, kind: WaitingKind): void {
    const forget = () => {
      if (kind.waiting === 0) this.#byName.delete(name);
    };
    setTimeout(forget, limits.oneRequest.seconds * 1000).unref();
  }
}

/** The statuses of answers to requests whose job completed or failed while they waited. */
const jobEnded: ReadonlySet<number> = new Set([200, 422]);

/** Names the kind of job that a request waits for, by its workspace and the last part of its address. */
const nameJobKind = ({ caller, params }: FastifyRequest): string =>
  `${caller.workspaceId} ${Object.values(params as Record<string, string>).at(-1)}`;

/** Refuses a request that would wait too long for its job, before anything is read for it. */
export function requireRoomToWait(request: FastifyRequest): void {
  if (!request.server.concurrency.waiting.hasRoom(nameJobKind(request)))
    throw new Overload(
      'More of your requests wait for jobs like this one than can soon be done. Try again, or do not wait for the result: ?wait=0.',
    );
}

/**
 * Counts a request among those that wait, until it is answered. This is called when its body has arrived and its job is about to
 * be made: slow senders must not keep others out, and later the job could no longer be refused.
 */
export function countAsWaiting(request: FastifyRequest, reply: FastifyReply): void {
  const { waiting, waits } = request.server.concurrency;
  requireRoomToWait(request);
  whenClosed(reply.raw, waits.begin(request.caller.workspaceId));
  request.isCountedAsWaiting = true;
  const end = waiting.begin(nameJobKind(request));
  whenClosed(reply.raw, () => end(reply.raw.writableFinished && jobEnded.has(reply.statusCode)));
}
