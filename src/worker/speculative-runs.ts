import type { Claim } from '../queue/claim.ts';

type NamedJob = Pick<Claim, 'id' | 'workspaceId'>;

/** How the queue decided about a job that ran speculatively. `unknown`: its batch failed, so it may have been committed or not. */
export type SpeculationOutcome = 'ours' | 'completed' | 'not ours' | 'unknown';

/** A limit on memory, however many workspaces there are. */
const mostKnown = 1000;
/** How many jobs must be claimed as they are created before the next speculative run, after one that was in vain. */
const distrust = 20;

/**
 * Jobs that run before the batch that creates them is committed. Such a job nearly always becomes this worker's. Until that is
 * known nobody is told its result. If the job is not ours the result is removed, and if that is unknown its files are left to the
 * sweeper. Only workspaces whose last job was claimed as it was created are trusted: one whose quota is used up, or whose jobs
 * wait for each other, would have us work in vain.
 */
export class SpeculativeRuns {
  /** By workspace. 1: its next job may run speculatively; less: so many must be claimed as they are created before that. */
  readonly #trust = new Map<string, number>();
  readonly #open = new Map<string, (outcome: SpeculationOutcome) => void>();

  /** Whether the job will most likely be ours. */
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

  /** Records whether a job was claimed as it was created, and whether as a completed one. Returns whether it runs here already. */
  settle({ id, workspaceId }: NamedJob, isClaimed: boolean, isCompleted: boolean): boolean {
    if (this.#trust.size >= mostKnown) this.#trust.clear();
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
