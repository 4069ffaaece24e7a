import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../settings/limits.ts';
import { whenClosed } from './closed.ts';
import { Overload } from './work.ts';

interface Place {
  waiting: number;
  /** When the last ones ended, by `performance.now()`. */
  ends: number[];
}

/**
 * Counts the requests that wait for the end of their job, by workspace and by what they ask for. No more may wait than ended in the
 * last seconds, except for a few that always may: so every request that is let in waits about as long, whatever the machine can do,
 * and one that is refused learns it at once.
 */
export class Places {
  readonly #byName = new Map<string, Place>();

  /** Whether one more would not wait for too long. */
  hasRoom(name: string): boolean {
    const place = this.#byName.get(name);
    if (!place) return true;
    const since = performance.now() - limits.oneRequest.seconds * 1000;
    const recent = place.ends.findIndex(end => end > since);
    place.ends.splice(0, recent < 0 ? place.ends.length : recent);
    const { least } = limits.oneRequest;
    // One workspace may have no more requests that wait, whatever they ask for.
    return place.waiting < Math.min(limits.waits.perWorkspace, Math.max(least, place.ends.length));
  }

  /** Counts one more. Call the function it returns when that one no longer waits, and tell it whether the job has ended. */
  begin(name: string): (done: boolean) => void {
    const place = this.#byName.get(name) ?? { waiting: 0, ends: [] };
    this.#byName.set(name, place);
    place.waiting += 1;
    return done => {
      place.waiting -= 1;
      if (done) place.ends.push(performance.now());
      if (place.waiting === 0) this.#forgetLater(name, place);
    };
  }

  /** Forgets a name that nobody asks for any more. */
  #forgetLater(name: string, place: Place): void {
    const forget = () => {
      if (place.waiting === 0) this.#byName.delete(name);
    };
    setTimeout(forget, limits.oneRequest.seconds * 1000).unref();
  }
}

/** The statuses of answers to requests whose job ended, well or badly, while they waited. */
const jobEnded: ReadonlySet<number> = new Set([200, 422]);

/** What a request waits for, by the last part of its address. Workspaces do not wait in one another's line. */
const namePlace = ({ caller, params }: FastifyRequest): string =>
  `${caller.workspaceId} ${Object.values(params as Record<string, string>).at(-1)}`;

/** Refuses a request that would wait for too long for its job, before anything is read for it. */
export function requirePlace(request: FastifyRequest): void {
  if (!request.server.shares.places.hasRoom(namePlace(request)))
    throw new Overload(
      'More of your requests wait for jobs like this one than can soon be done. Try again, or do not wait for the result: ?wait=0.',
    );
}

/**
 * Counts a request among those that wait until it is answered. Called when its body is here and its job is about to be made:
 * senders that are slow, or idle, take nobody's place, and afterwards the job could not be refused any more.
 */
export function takePlace(request: FastifyRequest, reply: FastifyReply): void {
  const { places, waits } = request.server.shares;
  requirePlace(request);
  whenClosed(reply.raw, waits.begin(request.caller.workspaceId));
  request.hasPlace = true;
  const end = places.begin(namePlace(request));
  whenClosed(reply.raw, () => end(reply.raw.writableFinished && jobEnded.has(reply.statusCode)));
}
