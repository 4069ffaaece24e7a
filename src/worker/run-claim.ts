import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { JobFailure } from '../contract/failure.ts';
import { type ToldFailure, tellFailure } from '../contract/failure-catalogue.ts';
import { type EndsHere, toEndHere } from '../domain/jobs/ends-here.ts';
import { findNextStep } from '../domain/recipes/next.ts';
import { removeUnnamed } from '../domain/retention/sweep.ts';
import type { Turns } from '../queue/batch/batcher.ts';
import type { Claim } from '../queue/claim.ts';
import { failJob, handBack, type Result } from '../queue/ends/end.ts';
import { limits } from '../settings/limits.ts';
import type { JobWatch } from '../telemetry/job-watch.ts';
import type { Fate } from './head-starts.ts';
import { isOutage } from './outage.ts';
import { tellPartialText } from './partial-text.ts';
import { persist } from './persist.ts';
import { type AttemptListener, type ProcessServices, processJob } from './process-job.ts';

/** What an attempt at a job needs, from its claim to its end. */
export interface AttemptServices extends ProcessServices {
  /** The worker's. */
  id: string;
  turns: Turns;
  endsHere: EndsHere;
  log: FastifyBaseLogger;
  /** What is to be seen of the jobs from outside. */
  watch: JobWatch;
}

/** The outputs do not fit into what the plan lets the workspace store. */
class NoRoom extends JobFailure {
  constructor() {
    super('limit_exceeded', "the outputs are more than is left of the workspace's storage");
  }
}

/** An attempt at a job that the queue has not given to us yet. */
export interface EarlyAttempt {
  fate: Promise<Fate>;
  /** Told what came of it, or nothing where it failed, whether or not its fate is known by then. */
  done(result: Result | undefined): void;
}

/** Why a job in hand is to be dropped. */
export type Dropped = 'lost' | 'canceled' | 'shutdown' | 'waited' | 'unclaimed';
const givenBack: ReadonlySet<unknown> = new Set<Dropped>(['shutdown', 'waited']);

const progressMs = 250;

/** A job that has not ended shows at most 99 percent. */
const floorProgress = (percent: number): number => Math.max(0, Math.min(99, Math.floor(percent) || 0));

/** Progress goes to the database at most a few times a second, of a short job never, and never stands in the job's way. */
function throttledProgress(settings: AttemptServices, claim: Claim): (percent: number) => void {
  let last = performance.now();
  let told = 0;
  return percent => {
    const now = performance.now();
    if (percent <= told || now - last < progressMs) return;
    last = now;
    told = percent;
    settings.turns
      .tellProgress({ ...claim, percent })
      .catch(error => settings.log.debug({ err: error }, 'progress not told'));
  };
}

/**
 * Runs a claimed job to its end, whichever that is: completed, failed, tried again, lost or given back. One that was begun before the
 * queue gave it to us is told of only when it has become ours; else nothing of it is kept.
 */
export async function runClaim(
  settings: AttemptServices,
  claim: Claim,
  listener: Pick<AttemptListener, 'begun' | 'made'>,
  signal: AbortSignal,
  early?: EarlyAttempt,
): Promise<void> {
  const log = settings.log.child({ jobId: claim.id, type: claim.type, attempt: claim.attempt });
  const watched = settings.watch.begin(claim);
  let isOurs = early === undefined;
  void early?.fate.then(fate => {
    isOurs = fate === 'ours';
  });
  try {
    const tellProgress = throttledProgress(settings, claim);
    const tellPartial = tellPartialText(settings, claim);
    let reached = 0;
    const on = {
      part: watched.part,
      // Another attempt at it may be under way that is ours, with the same number.
      progress: (percent: number) => {
        reached = floorProgress(percent);
        if (isOurs) tellProgress(reached);
      },
      partial: (value: unknown) => isOurs && tellPartial(value, reached),
      ...listener,
    };
    const result = await watched.run(() => processJob(settings, claim, on, signal));
    early?.done(result);
    const fate = await early?.fate;
    if (fate === 'not ours' || fate === 'unknown') {
      // Where it is not known whether a row names them, they are left to the sweeper.
      if (fate === 'not ours')
        await Promise.allSettled(result.outputs.map(output => settings.storage.remove(output.storage_key)));
      return watched.end('dropped');
    }
    const next = claim.runId
      ? await persist(() => findNextStep(settings, claim.id, result.outputs), log)
      : undefined;
    const outcome =
      fate === 'completed'
        ? fate
        : await watched.run(() => persist(() => settings.turns.complete({ claim, result, next }), log));
    if (outcome === 'completed') {
      watched.end('completed');
      settings.endsHere.tell(claim.id, toEndHere(claim.workspaceId, result));
      return log.info({ durationMs: result.durationMs }, 'job completed');
    }
    // Not left to the sweeper, for they count nowhere. Where the first of two tries was heard, rows name them.
    const keys = result.outputs.map(output => output.storage_key);
    await removeUnnamed(settings.db, settings.storage, keys);
    if (outcome === 'storage_bytes') throw new NoRoom();
    watched.end('lost');
    log.warn('job was no longer ours when it was done');
  } catch (error) {
    early?.done(undefined);
    const fate = await early?.fate;
    if (fate === 'not ours' || fate === 'unknown') return watched.end('dropped');
    if (signal.aborted) {
      watched.end('dropped');
      log.info({ why: signal.reason }, 'job dropped');
      if (givenBack.has(signal.reason)) await persist(() => handBack(settings.db, claim), log);
      return;
    }
    const found =
      error instanceof JobFailure
        ? error
        : new JobFailure('engine_error', String((error as Error)?.stack ?? error));
    const outage = !(found instanceof NoRoom) && (await isOutage(error, found, settings.hosts));
    const failure = outage ? new JobFailure('engine_error', found.detail) : found;
    const told = tellCaller(settings, claim, failure);
    const diagnosticId = randomUUID();
    watched.end('failed', { reason: told.reason, diagnosticId });
    const detail = failure.detail.slice(0, limits.failureDetailBytes).replaceAll('\0', '');
    const outcome = await persist(
      () =>
        failJob(settings.db, claim, {
          reason: told.reason,
          told,
          detail,
          diagnosticId,
          workerId: settings.id,
          // It waits until the store is back, or there is room, for half an hour.
          attempts: outage ? limits.outageAttempts : limits.attempts,
          ...(failure instanceof NoRoom && { giveBack: true }),
        }),
      log,
    );
    // At a level that every installation keeps: whoever is given the diagnostic id finds it here.
    log.warn({ diagnosticId, reason: told.reason, detail, outcome }, 'job attempt failed');
  }
}

/** Whatever engine finds a file locked cannot know whether the password it was given was the caller's. */
function tellCaller({ secrets }: AttemptServices, claim: Claim, { id, part }: JobFailure): ToldFailure {
  const options = { ...claim.options, ...(claim.secret && secrets.open(claim.secret)) };
  const given = options.password !== undefined || options.passwords !== undefined;
  return tellFailure(id === 'password_required' && given ? 'wrong_password' : id, options, part);
}
