import type { Listener } from '../db/listener.ts';
import type { EngineFacts } from '../db/tables/jobs.ts';
import { registerWorker, type WorkerFacts } from '../domain/installation/engines.ts';
import type { EngineWatch } from '../engines/watch.ts';
import { addHelpers } from '../models/helped-engines.ts';
import { nameNeed } from '../models/model.ts';
import { describeModels } from '../models/watch.ts';
import type { AddedJob, Speculation } from '../queue/batch/batcher.ts';
import { type Claim, type ClaimRequest, countPlaces } from '../queue/claim.ts';
import { heartbeat } from '../queue/claims/heartbeat.ts';
import type { Result } from '../queue/ends/end.ts';
import { limits } from '../settings/limits.ts';
import { type HeldJob, HeldJobs, type WorkerPlaces } from './held-jobs.ts';
import { FittingModels } from './models/fitting.ts';
import { canRunUncommitted } from './process-job.ts';
import { ReadAhead } from './read-ahead.ts';
import { type AttemptServices, type DropReason, runClaim, type SpeculativeAttempt } from './run-claim.ts';
import { SpeculativeRuns } from './speculative-runs.ts';
import { createWakeUp } from './wake-up.ts';

export interface WorkerSettings extends AttemptServices, WorkerPlaces {
  facts: EngineFacts;
  /** Notifies of changes to `engines` and `facts`, which happen while packages are installed. */
  engineWatch: Pick<EngineWatch, 'installing' | 'onChange'>;
  listener: Listener;
}

export interface Worker {
  /** Stops claiming jobs. Finishes those it holds, or releases them if that takes too long. */
  stop(): Promise<void>;
}

const noModels = { most: 0, guests: 0, fitting: [] };
const anything = { plain: true, withModels: true, guests: true };

export async function startWorker(settings: WorkerSettings): Promise<Worker> {
  const { db, log, listener, batcher } = settings;
  let stopping = false;
  const wakeUp = createWakeUp();
  /** True if the queue may hold more jobs of each kind than were claimed last time, and the time of that. */
  let more = { ...anything };
  let asked = -Infinity;
  let wanted = 0;
  const readAhead = new ReadAhead();
  const held = new HeldJobs(settings, readAhead);
  const speculativeRuns = new SpeculativeRuns();
  const fittingModels = new FittingModels(limits.modelPatienceSeconds);
  const noteReleased = () => {
    more = { ...anything };
    wakeUp.wake();
  };
  const askForMoreModelJobs = () => {
    more.withModels = true;
    wakeUp.wake();
  };

  /** Lists the engines and models that this worker has now. */
  const listCapabilities = (): WorkerFacts => {
    const models = settings.models.current();
    const { engines, facts } = describeModels(models);
    const versions = Object.fromEntries(
      Object.entries(settings.engines).map(([id, version]) => [id, addHelpers(id, version, models)]),
    );
    return {
      engines: { ...versions, ...engines },
      facts: { ...settings.facts, ...facts },
      installing: settings.engineWatch.installing,
    };
  };

  const drop = (id: string, why: DropReason) => {
    for (const { claim, controller } of held.list()) if (claim.id === id) controller.abort(why);
  };

  function runJob(claim: Claim, speculation?: SpeculativeAttempt): void {
    const controller = new AbortController();
    let begunAt = performance.now();
    const takesPlace = !claim.runsModels && !claim.isPreview;
    const isAhead = takesPlace && held.countUnmade() >= settings.concurrency && !held.isGuest(claim);
    const listener = {
      begun() {
        mine.isRunning = true;
        begunAt = performance.now();
      },
      made() {
        mine.isMade = true;
        if (takesPlace) readAhead.noteDuration(performance.now() - begunAt);
        more.guests = true;
        wakeUp.wake();
      },
    };
    const done = runClaim(settings, claim, listener, controller.signal, speculation)
      .catch(error =>
        log.error(
          { err: error, jobId: claim.id },
          'the end of a job could not be recorded; its lease will expire',
        ),
      )
      .finally(() => {
        held.delete(mine);
        clearTimeout(patience);
        more.guests = true;
        if (claim.runsModels) askForMoreModelJobs();
        else wakeUp.wake();
      });
    const mine: HeldJob = { claim, controller, done, isRunning: false, isMade: false, isOurs: !speculation };
    held.add(mine);
    void speculation?.outcome.then(outcome => {
      mine.isOurs = outcome === 'ours';
      if (outcome === 'not ours' || outcome === 'unknown') letGo(mine);
    });
    const giveBack = () => {
      if (mine.isRunning) return;
      readAhead.noteDelay();
      controller.abort('waited' satisfies DropReason);
    };
    const patience = isAhead ? setTimeout(giveBack, limits.aheadMs) : undefined;
  }

  /**
   * Ends a speculative run that is not ours. Most are nearly done and may finish, because an abort costs the
   * host.
   */
  function letGo({ controller, isRunning }: HeldJob): void {
    const end = () => controller.abort('unclaimed' satisfies DropReason);
    if (!isRunning || held.countUnmade() > settings.concurrency) end();
    else setTimeout(end, limits.shortJobMs).unref();
  }

  /** Counts places for jobs that run models. They are claimed one at a time, since two that fit may not fit together. */
  function countModelPlaces(): { most: number; guests: number; fitting: string[] } {
    const most = Math.max(0, Math.min(1, held.countPlaces(true)));
    const guests = most > 0 ? 0 : held.countGuestPlaces(true);
    const installed = most + guests > 0 ? settings.models.current().map(({ entry }) => entry.name) : [];
    const fitting = fittingModels.among(installed, name => settings.hosts.hasRoomFor(name));
    return fitting.length > 0 ? { most, guests, fitting: fitting.map(nameNeed) } : noModels;
  }

  /**
   * Runs a small job before it is committed, if a place is free, its workspace may run another job, and
   * nothing waits before it.
   */
  function runSpeculatively({ claim, cap }: Speculation): Promise<Result | undefined> | undefined {
    const beside = held.list().filter(each => each.claim.workspaceId === claim.workspaceId).length;
    const mayBegin =
      !stopping &&
      beside < cap &&
      !more.plain &&
      speculativeRuns.isLikely(claim) &&
      held.countPlaces(false) > 0 &&
      canRunUncommitted(settings, claim);
    if (!mayBegin) return undefined;
    return new Promise(done => runJob(claim, { outcome: speculativeRuns.begin(claim), done }));
  }

  /**
   * Returns how many jobs could be claimed now if the queue may hold some, which it does if the same batch
   * adds jobs.
   */
  function makeClaimRequest(added: readonly AddedJob[]): ClaimRequest {
    const isFilled = added.length > 0;
    // The time is monotonic, because the clock may be set back.
    const late = performance.now() - asked >= limits.pollSeconds * 1000;
    // Speculative runs have their places already.
    const running = speculativeRuns.count(added);
    const most = running + (isFilled || more.plain || late ? Math.max(0, held.countPlaces(false)) : 0);
    const guests = isFilled || more.guests || late ? held.countGuestPlaces(false) : 0;
    const models = isFilled || more.withModels || late ? countModelPlaces() : noModels;
    const claim = {
      workerId: settings.id,
      most,
      guests,
      leaseSeconds: limits.leaseSeconds,
      engines: Object.keys(settings.engines),
      models,
    };
    if (countPlaces(claim) > 0) asked = performance.now();
    if (most > 0) more.plain = false;
    if (guests > 0) more.guests = false;
    if (models.most + models.guests > 0) more.withModels = false;
    wanted = most;
    return claim;
  }

  batcher.serve({
    runSpeculatively,
    request: makeClaimRequest,
    receive({ claims, completed, more: isMore }, added) {
      const withModels = claims.filter(({ runsModels }) => runsModels).length;
      // If fewer came than were requested, the others need engines that are not installed here.
      if (isMore && claims.length + completed.length - withModels >= wanted) more.plain = true;
      const running = added.filter(job => {
        const isSame = ({ id }: Claim) => id === job.id;
        const isDone = completed.some(isSame);
        return speculativeRuns.settle(job, isDone || claims.some(isSame), isDone);
      });
      for (const claim of claims) if (!running.some(({ id }) => id === claim.id)) runJob(claim);
      // They are claimed one by one.
      if (withModels > 0) askForMoreModelJobs();
    },
    fail(error, added) {
      speculativeRuns.giveUp(added);
      more = { ...anything };
      log.warn({ err: error }, 'claiming failed');
    },
  });

  async function loop(): Promise<void> {
    while (!stopping) {
      wakeUp.reset();
      batcher.askForJobs();
      await wakeUp.wait(limits.pollSeconds * 1000);
    }
  }

  async function sendHeartbeat(): Promise<void> {
    const renewed = held.list().filter(({ isOurs }) => isOurs);
    if (renewed.length === 0) return;
    const claims = renewed.map(({ claim }) => claim);
    const kept = await heartbeat(db, claims, limits.leaseSeconds);
    for (const { claim, controller } of renewed)
      if (!kept.has(claim.id)) controller.abort('lost' satisfies DropReason);
  }

  const register = () => registerWorker(db, settings.id, listCapabilities());
  await register();
  const tellOfChange = () => {
    register().catch(error => log.warn({ err: error }, 'not registered'));
    noteReleased();
  };
  settings.models.onChange(tellOfChange);
  settings.engineWatch.onChange(tellOfChange);
  const off = [
    // This process already knows about the jobs that it has released itself.
    listener.on('job_released', by => by !== settings.id && noteReleased()),
    listener.on('job_canceled', id =>
      id === undefined ? sendHeartbeat().catch(() => {}) : drop(id, 'canceled'),
    ),
  ];
  const heartbeatTimer = setInterval(() => {
    sendHeartbeat().catch(error => log.warn({ err: error }, 'heartbeat failed'));
  }, limits.heartbeatSeconds * 1000);
  const registrationTimer = setInterval(() => {
    register().catch(error => log.warn({ err: error }, 'not registered'));
  }, limits.registerSeconds * 1000);
  const looping = loop();

  return {
    async stop() {
      stopping = true;
      wakeUp.wake();
      for (const unsubscribe of off) unsubscribe();
      await looping;
      await batcher.dismiss();
      speculativeRuns.close();
      const everyone = () => Promise.all(held.list().map(({ done }) => done));
      const timer = setTimeout(() => {
        for (const { controller } of held.list()) controller.abort('shutdown' satisfies DropReason);
      }, limits.shutdownSeconds * 1000);
      await everyone();
      clearTimeout(timer);
      clearInterval(heartbeatTimer);
      clearInterval(registrationTimer);
    },
  };
}
