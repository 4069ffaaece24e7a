import type { Listener } from '../db/listener.ts';
import type { EngineFacts } from '../db/tables/jobs.ts';
import { registerWorker, type WorkerFacts } from '../domain/engines.ts';
import type { EngineWatch } from '../engines/watch.ts';
import { nameNeed } from '../models/model.ts';
import { describeModels } from '../models/watch.ts';
import type { Early } from '../queue/batch/batch.ts';
import type { Brought } from '../queue/batch/batcher.ts';
import { type Claim, type ClaimRequest, countPlaces } from '../queue/claim.ts';
import { heartbeat } from '../queue/claims/heartbeat.ts';
import type { Result } from '../queue/ends/end.ts';
import { limits } from '../settings/limits.ts';
import { createBell } from './bell.ts';
import { HeadStarts } from './head-starts.ts';
import { FittingModels } from './models/fitting.ts';
import { Pace } from './pace.ts';
import { isSmallJob } from './process-job.ts';
import { type AttemptServices, type Dropped, type EarlyAttempt, runClaim } from './run-claim.ts';

export interface WorkerSettings extends AttemptServices {
  facts: EngineFacts;
  /** Tells when `engines` and `facts` have changed, which happens while packages are installed. */
  engineWatch: Pick<EngineWatch, 'installing' | 'onChange'>;
  concurrency: number;
  /** Jobs at once that run models, beside the others. */
  modelConcurrency: number;
  listener: Listener;
}

export interface Worker {
  /** Takes no more jobs; finishes those it has, or gives them back when that takes too long. */
  stop(): Promise<void>;
}

interface Held {
  claim: Claim;
  controller: AbortController;
  done: Promise<void>;
  /** A host has it. */
  begun: boolean;
  /** Its host is free already: only storing is left. */
  made: boolean;
  /** False while the queue has not given it to us yet, and of one that was done by then. */
  isOurs: boolean;
}

const noModels = { most: 0, guests: 0, fitting: [] };
const anything = { plain: true, withModels: true, guests: true };

export async function startWorker(settings: WorkerSettings): Promise<Worker> {
  const { db, log, listener, turns } = settings;
  /** By attempt, not by job: one that was lost may still be storing when the next of the same job is taken here. */
  const held = new Set<Held>();
  let stopping = false;
  const bell = createBell();
  /** Whether the queue may hold more than was taken from it when last asked, and when that was. */
  let more = { ...anything };
  let asked = -Infinity;
  let wanted = 0;
  const pace = new Pace();
  const headStarts = new HeadStarts();
  const fittingModels = new FittingModels(limits.modelPatienceSeconds);
  const released = () => {
    more = { ...anything };
    bell.ring();
  };
  const askForMore = () => {
    more.withModels = true;
    bell.ring();
  };

  /** The engines and models this worker has now. */
  const have = (): WorkerFacts => {
    const { engines, facts } = describeModels(settings.models.current());
    return {
      engines: { ...settings.engines, ...engines },
      facts: { ...settings.facts, ...facts },
      installing: settings.engineWatch.installing,
    };
  };

  const drop = (id: string, why: Dropped) => {
    for (const { claim, controller } of held) if (claim.id === id) controller.abort(why);
  };

  function take(claim: Claim, early?: EarlyAttempt): void {
    const controller = new AbortController();
    const taken = performance.now();
    const isAhead = !claim.runsModels && making(false).length >= settings.concurrency && !isGuest(claim);
    const told = {
      begun() {
        mine.begun = true;
      },
      made() {
        mine.made = true;
        if (!claim.runsModels) pace.note(performance.now() - taken);
        more.guests = true;
        bell.ring();
      },
    };
    const done = runClaim(settings, claim, told, controller.signal, early)
      .catch(error =>
        log.error({ err: error, jobId: claim.id }, 'job could not be ended; its lease will run out'),
      )
      .finally(() => {
        held.delete(mine);
        clearTimeout(patience);
        more.guests = true;
        if (claim.runsModels) askForMore();
        else bell.ring();
      });
    const mine: Held = { claim, controller, done, begun: false, made: false, isOurs: !early };
    held.add(mine);
    void early?.fate.then(fate => {
      mine.isOurs = fate === 'ours';
      if (fate === 'not ours' || fate === 'unknown') letGo(mine);
    });
    const giveBack = () => {
      if (mine.begun) return;
      pace.noteDelay();
      controller.abort('waited' satisfies Dropped);
    };
    const patience = isAhead ? setTimeout(giveBack, limits.aheadMs) : undefined;
  }

  /** Ends an attempt at a job that has not become ours. One that is nearly done, as most are, may end by itself: it would cost its host. */
  function letGo({ controller, begun }: Held): void {
    const end = () => controller.abort('unclaimed' satisfies Dropped);
    if (!begun || making(false).length > settings.concurrency) end();
    else setTimeout(end, limits.shortJobMs).unref();
  }

  /** Jobs in hand that a host is needed for. */
  const making = (runsModels: boolean): Held[] =>
    [...held].filter(each => each.claim.runsModels === runsModels && !each.made);

  /** A job whose outputs are being stored makes room for the next; so slow a storage that they pile up does not. */
  function freePlaces(runsModels: boolean): number {
    const most = runsModels ? settings.modelConcurrency : settings.concurrency;
    const here = [...held].filter(({ claim }) => claim.runsModels === runsModels).length;
    return Math.min(most - making(runsModels).length, 2 * most - here);
  }

  const places = (runsModels: boolean): number =>
    freePlaces(runsModels) + (runsModels ? 0 : pace.ahead(settings.concurrency));

  /**
   * One place beside the others, for a job of a workspace that has none at work here: one workspace's jobs, however long they
   * take, never keep the next one waiting. Where jobs are short and taken ahead, nobody waits for long anyway.
   */
  function guestPlaces(runsModels: boolean): number {
    const most = runsModels ? settings.modelConcurrency : settings.concurrency;
    const here = [...held].filter(({ claim }) => claim.runsModels === runsModels).length;
    const afterwards = making(runsModels).length + Math.max(0, places(runsModels));
    return most > 0 && afterwards <= most && here <= 2 * most ? 1 : 0;
  }

  const isGuest = ({ workspaceId }: Claim): boolean =>
    making(false).length === settings.concurrency &&
    making(false).every(({ claim }) => claim.workspaceId !== workspaceId);

  /** Places for jobs that run models: one at a time, since two that fit may not fit together. */
  function modelPlaces(): { most: number; guests: number; fitting: string[] } {
    const most = Math.max(0, Math.min(1, places(true)));
    const guests = most > 0 ? 0 : guestPlaces(true);
    const installed = most + guests > 0 ? settings.models.current().map(({ entry }) => entry.name) : [];
    const fitting = fittingModels.among(installed, name => settings.hosts.hasRoomFor(name));
    return fitting.length > 0 ? { most, guests, fitting: fitting.map(nameNeed) } : noModels;
  }

  /** A small job begins while it is made, where there is a place for it, its workspace may have one more, and nothing waits before it. */
  function beginEarly({ claim, cap }: Early): Promise<Result | undefined> | undefined {
    const beside = [...held].filter(each => each.claim.workspaceId === claim.workspaceId).length;
    const mayBegin =
      !stopping &&
      beside < cap &&
      !more.plain &&
      headStarts.isLikely(claim) &&
      places(false) > 0 &&
      isSmallJob(settings, claim);
    if (!mayBegin) return undefined;
    return new Promise(done => take(claim, { fate: headStarts.begin(claim), done }));
  }

  /** What could be taken on now, as far as the queue may hold some: it does where the same turn puts jobs into it. */
  function request(brought: readonly Brought[]): ClaimRequest {
    const isFilled = brought.length > 0;
    // Not by the clock, which can be set back: an hour would pass without a look.
    const late = performance.now() - asked >= limits.pollSeconds * 1000;
    // Those that are begun have their places already.
    const begun = headStarts.count(brought);
    const most = begun + (isFilled || more.plain || late ? Math.max(0, places(false)) : 0);
    const guests = isFilled || more.guests || late ? guestPlaces(false) : 0;
    const models = isFilled || more.withModels || late ? modelPlaces() : noModels;
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

  turns.serve({
    beginEarly,
    request,
    take({ claims, completed, more: isMore }, brought) {
      const withModels = claims.filter(({ runsModels }) => runsModels).length;
      // Fewer than were asked for: the rest needs what is not here.
      if (isMore && claims.length + completed.length - withModels >= wanted) more.plain = true;
      const begun = brought.filter(job => {
        const isSame = ({ id }: Claim) => id === job.id;
        const isDone = completed.some(isSame);
        return headStarts.settle(job, isDone || claims.some(isSame), isDone);
      });
      for (const claim of claims) if (!begun.some(({ id }) => id === claim.id)) take(claim);
      // Asked for one by one.
      if (withModels > 0) askForMore();
    },
    failed(error, brought) {
      headStarts.giveUp(brought);
      more = { ...anything };
      log.warn({ err: error }, 'claiming failed');
    },
  });

  async function loop(): Promise<void> {
    while (!stopping) {
      bell.silence();
      turns.ask();
      await bell.wait(limits.pollSeconds * 1000);
    }
  }

  async function beat(): Promise<void> {
    const beating = [...held].filter(({ isOurs }) => isOurs);
    if (beating.length === 0) return;
    const claims = beating.map(({ claim }) => claim);
    const kept = await heartbeat(db, claims, limits.leaseSeconds);
    for (const { claim, controller } of beating)
      if (!kept.has(claim.id)) controller.abort('lost' satisfies Dropped);
  }

  const register = () => registerWorker(db, settings.id, have());
  await register();
  const tellOfChange = () => {
    register().catch(error => log.warn({ err: error }, 'not registered'));
    released();
  };
  settings.models.onChange(tellOfChange);
  settings.engineWatch.onChange(tellOfChange);
  const off = [
    // Of what this process has released it has heard already.
    listener.on('job_released', by => by !== settings.id && released()),
    listener.on('job_canceled', id => (id === undefined ? beat().catch(() => {}) : drop(id, 'canceled'))),
  ];
  const beating = setInterval(() => {
    beat().catch(error => log.warn({ err: error }, 'heartbeat failed'));
  }, limits.heartbeatSeconds * 1000);
  const registering = setInterval(() => {
    register().catch(error => log.warn({ err: error }, 'not registered'));
  }, limits.registerSeconds * 1000);
  const looping = loop();

  return {
    async stop() {
      stopping = true;
      bell.ring();
      for (const unsubscribe of off) unsubscribe();
      await looping;
      await turns.dismiss();
      headStarts.close();
      const everyone = () => Promise.all([...held].map(({ done }) => done));
      const timer = setTimeout(() => {
        for (const { controller } of held) controller.abort('shutdown' satisfies Dropped);
      }, limits.shutdownSeconds * 1000);
      await everyone();
      clearTimeout(timer);
      clearInterval(beating);
      clearInterval(registering);
    },
  };
}
