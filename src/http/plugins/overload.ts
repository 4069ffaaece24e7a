import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../contract/errors.ts';
import { type App, probes } from '../app.ts';
import { whenClosed } from './when-closed.ts';

/** The requests that a process works on, without those that wait for a job or for bytes. */
type Work = Set<IncomingMessage>;

/** The key is Node's request, because the workspace's app gets it handed over by another app. */
const workOf = new WeakMap<IncomingMessage, Work>();

/** Marks a request as waiting: for a job, for its caller's bytes, or until its caller reads the answer. */
export const pauseWork = (raw: IncomingMessage): void => {
  workOf.get(raw)?.delete(raw);
};

/** Marks a request as worked on again. An accepted request is never refused at this point. */
const resumeWork = (raw: IncomingMessage): void => {
  if (!raw.destroyed) workOf.get(raw)?.add(raw);
};

/** Waits without counting the request as worked on. */
export async function pauseWorkDuring<Result>(
  raw: IncomingMessage,
  wait: () => Promise<Result>,
): Promise<Result> {
  pauseWork(raw);
  return wait().finally(() => resumeWork(raw));
}

/** The seconds are random, so that refused callers do not all come back at the same time. */
const pickRetrySeconds = () => 1 + Math.floor(Math.random() * 3);

/** The refusal of a request under overload. It is not an error of the service and is not logged each time. */
export class Overload extends ApiError {
  constructor(message: string, seconds = pickRetrySeconds()) {
    super('unavailable', { message, retryAfter: seconds }, { 'retry-after': String(seconds) });
  }
}

/** Stops counting a request while its body arrives and while its answer is sent, so that slow clients keep nobody out. */
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
 * Refuses requests while the process works on as many as it may, before anything is looked up or read. So accepted requests are
 * answered soon, and refused ones cost almost nothing. The operator's own probes are always answered.
 */
export function limitWork(app: App, most: number): void {
  const work: Work = new Set();
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (probes.has(routeOptions.url)) return done();
    if (work.size >= most)
      return done(
        new Overload(
          `The service is already handling ${work.size} requests, which is its limit. Try again in a moment.`,
        ),
      );
    workOf.set(raw, work);
    work.add(raw);
    whenClosed(reply.raw, () => work.delete(raw));
    done();
  });
}
