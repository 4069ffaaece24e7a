import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../contract/errors.ts';
import { type App, probes } from '../app.ts';
import { whenClosed } from './closed.ts';

/** The requests a process works on. One that waits for a job, or for bytes, is not among them meanwhile. */
type Work = Set<IncomingMessage>;

/** By the request itself, which another app of ours may have been handed. */
const workOf = new WeakMap<IncomingMessage, Work>();

/** From now on the request waits: for a job, or for what its caller sends or takes. */
export const pauseWork = (raw: IncomingMessage): void => {
  workOf.get(raw)?.delete(raw);
};

/** It goes on. Who was let in is not refused any more. */
const resumeWork = (raw: IncomingMessage): void => {
  if (!raw.destroyed) workOf.get(raw)?.add(raw);
};

/** Does what takes no more of the process than to remember it. */
export async function pauseWorkDuring<Result>(
  raw: IncomingMessage,
  wait: () => Promise<Result>,
): Promise<Result> {
  pauseWork(raw);
  return wait().finally(() => resumeWork(raw));
}

/** Callers that were refused at once should not come back at once. */
const pickRetrySeconds = () => 1 + Math.floor(Math.random() * 3);

/** There is more to do than can be done: no fault, and not told of each time. */
export class Overload extends ApiError {
  constructor(message: string, seconds = pickRetrySeconds()) {
    super('unavailable', { message, retryAfter: seconds }, { 'retry-after': String(seconds) });
  }
}

/** Follows each request to where it waits: a body that comes slowly, or an answer that is on its way, keeps nobody out. */
export function followWork(app: App): void {
  app.addHook('preParsing', ({ raw }, _reply, payload, done) => {
    if (!raw.complete) pauseWork(raw);
    done(null, payload);
  });
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    resumeWork(raw);
    done();
  });
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    pauseWork(raw);
    done(null, payload);
  });
}

/**
 * Refuses what comes while the process works on as many requests as it may, before anything is looked up or read: what was let in
 * is answered soon, and what is not costs next to nothing. The operator's own probes are always answered.
 */
export function boundWork(app: App, most: number): void {
  const work: Work = new Set();
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (probes.has(routeOptions.url)) return done();
    if (work.size >= most)
      return done(
        new Overload(
          `The service is at work on ${work.size} requests, which is the most at once. Try again.`,
        ),
      );
    workOf.set(raw, work);
    work.add(raw);
    whenClosed(reply.raw, () => work.delete(raw));
    done();
  });
}
