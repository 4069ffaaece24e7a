import type { Claim } from '../queue/claim.ts';

type NamedJob = Pick<Claim, 'id' | 'workspaceId'>;

/**
 * The queue's decision about a job that ran speculatively. `unknown`: its batch failed, so it may or may not
 * have been committed.
 */
export type SpeculationOutcome = 'ours' | 'completed' | 'not ours' | 'unknown';

/** A limit on memory, however many workspaces there are. */
const maxKnown = 1000;
/**
 * After a useless speculative run, the number of jobs that must be claimed at creation before the next one.
 */
const distrust = 20;

/**
 * Jobs that run before the batch that creates them is committed. Such a job nearly always becomes this
 * worker's. Until that is known, its result is not reported. If the job is not ours, the result is removed,
 * and if that is unknown, its files are left to the sweeper. Only workspaces whose last job was claimed at
 * creation are trusted: runs for a workspace whose quota is used up, or whose jobs wait for each other, would
 * be useless.
 */
export class SpeculativeRuns {
  /**
   * The credit of each workspace. At 1, its next job may run speculatively; below, so many jobs must be claimed at creation
   * first.
   */
  readonly #trust = new Map<string, number>();
  readonly #open = new Map<string, (outcome: SpeculationOutcome) => void>();

  /** Returns true if the job will most likely be ours. */
  isLikely({ id, workspaceId }: NamedJob): boolean {
    return (this.#trust.get(workspaceId) ?? 0) > 0 && !this.#open.has(id);
  }

  /** Registers a run, and resolves with the queue's decision about it. */
  begin({ id }: NamedJob): Promise<SpeculationOutcome> {
    return new Promise(settle => this.#open.set(id, settle));
  }

  /** Counts the jobs that run speculatively. */
  count(jobs: readonly NamedJob[]): number {
    return new Set(jobs.map(({ id }) => id).filter(id => this.#open.has(id))).size;
  }

  /**
   * Records whether a job was claimed at creation, and whether as completed. Returns true if it already runs
   * here.
   */
  settle({ id, workspaceId }: NamedJob, isClaimed: boolean, isCompleted: boolean): boolean {
    if (this.#trust.size >= maxKnown) this.#trust.clear();
    const isRunning = this.#open.has(id);
    const isOurs = isRunning && isClaimed;
    const trust = this.#trust.get(workspaceId) ?? 0;
    if (isRunning && !isClaimed) this.#trust.set(workspaceId, -distrust);
    else this.#trust.set(workspaceId, Math.min(isClaimed ? 1 : 0, trust + 1));
    this.#end(id, isOurs ? (isCompleted ? 'completed' : 'ours') : 'not ours');
    return isOurs;
  }

  #end(id: string, outcome: SpeculationOutcome): void {
    const settle = this.#open.get(id);
    this.#open.delete(id);
    settle?.(outcome);
  }

  /** Ends runs whose batch failed, which is not the fault of their workspaces. */
  giveUp(jobs: readonly NamedJob[]): void {
    for (const { id } of jobs) this.#end(id, 'unknown');
  }

  close(): void {
    for (const id of [...this.#open.keys()]) this.#end(id, 'not ours');
  }
}
