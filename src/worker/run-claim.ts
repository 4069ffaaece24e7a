import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { JobFailure } from '../contract/failure.ts';
import { type ToldFailure, tellJobFailure } from '../contract/tell-failure.ts';
import { removeUnnamed } from '../domain/files/retention/sweep.ts';
import { type InProcessResults, toInProcessResult } from '../domain/work/jobs/in-process-results.ts';
import { findNextStep } from '../domain/work/recipes/next-step.ts';
import { renameOutputs } from '../domain/work/recipes/rename-outputs.ts';
import type { Batcher } from '../queue/batch/batcher.ts';
import type { Claim } from '../queue/claim.ts';
import { failJob, handBack, type Result } from '../queue/ends/end.ts';
import { limits } from '../settings/limits.ts';
import type { JobWatch } from '../telemetry/job-watch.ts';
import { isOutage } from './outage.ts';
import { tellPartialText } from './partial-text.ts';
import { persist } from './persist.ts';
import { type AttemptListener, type ProcessServices, processJob } from './process-job.ts';
import type { SpeculationOutcome } from './speculative-runs.ts';

/** The services that an attempt at a job needs, from its claim to its end. */
export interface AttemptServices extends ProcessServices {
  /** The id of the worker. */
  id: string;
  batcher: Batcher;
  inProcessResults: InProcessResults;
  log: FastifyBaseLogger;
  /** Metrics and traces of attempts. */
  watch: JobWatch;
}

/** The outputs exceed the storage that the plan allows the workspace. */
class NoRoom extends JobFailure {
  constructor() {
    super('limit_exceeded', "the outputs exceed the workspace's remaining storage");
  }
}

/** An attempt at a job that the queue has not given to this worker yet. */
export interface SpeculativeAttempt {
  outcome: Promise<SpeculationOutcome>;
  /** Receives the result, or nothing if the attempt failed, whether or not the outcome is known by then. */
  done(result: Result | undefined): void;
}

/** The reasons for which a worker drops a job that it holds. */
export type DropReason = 'lost' | 'canceled' | 'shutdown' | 'waited' | 'unclaimed';
const givenBack: ReadonlySet<unknown> = new Set<DropReason>(['shutdown', 'waited']);

const progressMs = 250;

/** A job that has not ended shows at most 99 percent. */
const floorProgress = (percent: number): number => Math.max(0, Math.min(99, Math.floor(percent) || 0));

/** Writes progress to the database at most a few times a second, for a short job never. The job does not wait for it. */
function throttleProgress(settings: AttemptServices, claim: Claim): (percent: number) => void {
  let last = performance.now();
  let written = 0;
  return percent => {
    const now = performance.now();
    if (percent <= written || now - last < progressMs) return;
    last = now;
    written = percent;
    settings.batcher
      .reportProgress({ ...claim, percent })
      .catch(error => settings.log.debug({ err: error }, 'progress was not written'));
  };
}

/**
 * Runs a claimed job to its end: completed, failed, retried, lost or released. The result of a speculative
 * run is kept and reported only if the job becomes ours.
 */
export async function runClaim(
  settings: AttemptServices,
  claim: Claim,
  listener: Pick<AttemptListener, 'begun' | 'made'>,
  signal: AbortSignal,
  speculation?: SpeculativeAttempt,
): Promise<void> {
  const log = settings.log.child({ jobId: claim.id, type: claim.type, attempt: claim.attempt });
  const watched = settings.watch.begin(claim);
  let isOurs = speculation === undefined;
  void speculation?.outcome.then(outcome => {
    isOurs = outcome === 'ours';
  });
  try {
    const tellProgress = throttleProgress(settings, claim);
    const tellPartial = tellPartialText(settings, claim);
    let reached = 0;
    const on = {
      part: watched.part,
      // Until the job is ours, another attempt with the same number may be the one that counts.
      progress: (percent: number) => {
        reached = floorProgress(percent);
        if (isOurs) tellProgress(reached);
      },
      partial: (value: unknown) => isOurs && tellPartial(value, reached),
      ...listener,
    };
    const made = await watched.run(() => processJob(settings, claim, on, signal));
    const result = claim.runId
      ? {
          ...made,
          outputs: await persist(() => renameOutputs(settings.db, claim.id, made.outputs), log),
        }
      : made;
    speculation?.done(result);
    const speculated = await speculation?.outcome;
    if (speculated === 'not ours' || speculated === 'unknown') {
      // If it is unknown whether a row names the files, they are left to the sweeper.
      if (speculated === 'not ours')
        await Promise.allSettled(result.outputs.map(output => settings.storage.remove(output.storage_key)));
      return watched.end('dropped');
    }
    const next = claim.runId
      ? await persist(() => findNextStep(settings, claim.id, result.outputs), log)
      : undefined;
    const outcome =
      speculated === 'completed'
        ? speculated
        : await watched.run(() => persist(() => settings.batcher.complete({ claim, result, next }), log));
    if (outcome === 'completed') {
      watched.end('completed');
      settings.inProcessResults.tell(claim.id, toInProcessResult(claim.workspaceId, result));
      return log.info({ durationMs: result.durationMs }, 'job completed');
    }
    // These are not left to the sweeper, because no counter includes them. If the first of two tries was
    // committed, rows name them.
    const keys = result.outputs.map(output => output.storage_key);
    await removeUnnamed(settings.db, settings.storage, keys);
    if (outcome === 'storage_bytes') throw new NoRoom();
    watched.end('lost');
    log.warn('the job belonged to another attempt when it was done');
  } catch (error) {
    speculation?.done(undefined);
    const speculated = await speculation?.outcome;
    if (speculated === 'not ours' || speculated === 'unknown') return watched.end('dropped');
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
          // During an outage, a job is retried for half an hour, until the store is back or the disk has
          // space.
          attempts: outage ? limits.outageAttempts : limits.attempts,
          ...(failure instanceof NoRoom && { giveBack: true }),
        }),
      log,
    );
    // Every installation logs this level, so that an operator finds the diagnostic id here.
    log.warn({ diagnosticId, reason: told.reason, detail, outcome }, 'job attempt failed');
  }
}

function tellCaller({ secrets }: AttemptServices, claim: Claim, failure: JobFailure): ToldFailure {
  const options = { ...claim.options, ...(claim.secret && secrets.open(claim.secret)) };
  const filenames = (claim.inputs ?? []).map(({ filename }) => filename);
  return tellJobFailure(failure, options, filenames);
}
