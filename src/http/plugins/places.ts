import { limits } from '../../settings/limits.ts';
import type { App } from '../app.ts';
import { whenClosed } from './closed.ts';
import { Overload } from './work.ts';

interface Place {
  waiting: number;
  /** When the last ones ended, by `performance.now()`. */
  ends: number[];
}

/**
 * Requests that wait for the end of their job, by what they ask for. No more of them are let wait than ended in the last seconds,
 * but for a few: so who is let in waits about as long, whatever the machine can do, and who is not can go elsewhere at once.
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
    // One workspace may have no more of them: more would be refused as well, but only when its key was looked up.
    return place.waiting < Math.min(limits.waits.perWorkspace, Math.max(least, place.ends.length));
  }

  /** Begins to wait; returns what ends it, to be told whether its job has ended. */
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

  /** Nothing stays of what nobody asks for any more. */
  #forgetLater(name: string, place: Place): void {
    const forget = () => {
      if (place.waiting === 0) this.#byName.delete(name);
    };
    setTimeout(forget, limits.oneRequest.seconds * 1000).unref();
  }
}

/** Of this process, whichever route they came by. */
const places = new Places();

/** The job ended, well or badly, while its caller waited. */
const jobEnded: ReadonlySet<number> = new Set([200, 422]);

/**
 * Counts requests that will wait, by the last part of their address, and refuses those that would wait for too long, before
 * anything is looked up or read for them.
 */
export function boundWaits(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.waitsForJob?.(request)) return done();
    const name = Object.values(request.params as Record<string, string>).at(-1)!;
    if (!places.hasRoom(name))
      return done(
        new Overload(
          'More requests wait for jobs like this one than can soon be done. Try again, or let it not wait: ?wait=0.',
        ),
      );
    const end = places.begin(name);
    whenClosed(reply.raw, () => end(reply.raw.writableFinished && jobEnded.has(reply.statusCode)));
    done();
  });
}
