import type { Claim } from '../queue/claim.ts';
import type { ReadAhead } from './read-ahead.ts';

/** An attempt at a job that this worker holds. */
export interface HeldJob {
  claim: Claim;
  controller: AbortController;
  done: Promise<void>;
  /** True while a host runs it. */
  isRunning: boolean;
  /** True once its host is free again and only storing is left. */
  isMade: boolean;
  /** True if the queue has given it to us. False also if it was written as completed. */
  isOurs: boolean;
}

export interface WorkerPlaces {
  /** Jobs at once that run no models. */
  concurrency: number;
  /** Jobs at once that run models, in addition to the others. */
  modelConcurrency: number;
}

/**
 * The jobs that a worker holds, and the places that they leave free. It holds attempts, not jobs: one that was lost may still
 * be storing while the next attempt at the same job runs here.
 */
export class HeldJobs {
  readonly #held = new Set<HeldJob>();
  readonly #places: WorkerPlaces;
  readonly #readAhead: ReadAhead;

  constructor(places: WorkerPlaces, readAhead: ReadAhead) {
    this.#places = places;
    this.#readAhead = readAhead;
  }

  add(job: HeldJob): void {
    this.#held.add(job);
  }

  delete(job: HeldJob): void {
    this.#held.delete(job);
  }

  list(): HeldJob[] {
    return [...this.#held];
  }

  /** Counts the jobs without models that need a host. */
  countUnmade(): number {
    return this.#findUnmade(false).length;
  }

  /** Counts the places for jobs that could be claimed now, with those that are claimed ahead. */
  countPlaces(runsModels: boolean): number {
    const ahead = runsModels ? 0 : this.#readAhead.countAhead(this.#places.concurrency);
    return this.#countFreePlaces(runsModels) + ahead;
  }

  /**
   * Counts the extra place for a job of a workspace without a running job here, so that one workspace's long
   * jobs never block the next workspace. While jobs are short and claimed ahead, nobody waits for long
   * anyway.
   */
  countGuestPlaces(runsModels: boolean): number {
    const most = this.#getMost(runsModels);
    const here = this.#findHeld(runsModels).length;
    const afterwards = this.#findUnmade(runsModels).length + Math.max(0, this.countPlaces(runsModels));
    return most > 0 && afterwards <= most && here <= 2 * most ? 1 : 0;
  }

  /** Returns true if a job would take the extra place. */
  isGuest({ workspaceId }: Claim): boolean {
    const unmade = this.#findUnmade(false);
    return (
      unmade.length === this.#places.concurrency &&
      unmade.every(({ claim }) => claim.workspaceId !== workspaceId)
    );
  }

  #getMost(runsModels: boolean): number {
    return runsModels ? this.#places.modelConcurrency : this.#places.concurrency;
  }

  /** Lists the held jobs that take a place. Previews take none, so that no job waits for one. */
  #findHeld(runsModels: boolean): HeldJob[] {
    return this.list().filter(({ claim }) => claim.runsModels === runsModels && !claim.isPreview);
  }

  /** Lists the held jobs that take a place and need a host. */
  #findUnmade(runsModels: boolean): HeldJob[] {
    return this.#findHeld(runsModels).filter(({ isMade }) => !isMade);
  }

  /** A job whose outputs are being stored makes room for the next one, unless storage is so slow that such jobs pile up. */
  #countFreePlaces(runsModels: boolean): number {
    const most = this.#getMost(runsModels);
    return Math.min(most - this.#findUnmade(runsModels).length, 2 * most - this.#findHeld(runsModels).length);
  }
}
