import type { Claim } from '../queue/claim.ts';

type Named = Pick<Claim, 'id' | 'workspaceId'>;

/** What the queue has made of a job that was begun early. Where a turn broke off it may have been heard or not. */
export type Fate = 'ours' | 'completed' | 'not ours' | 'unknown';

/** No number of workspaces fills our memory. */
const mostKnown = 1000;
/** Jobs that must be given to us as they were made before one is begun early again, after one that was begun for nothing. */
const distrust = 20;

/**
 * Jobs that are begun before the queue has given them to this worker: what makes such a job is on its way to the disk, and
 * then it is nearly always this worker's. Until that is known nobody hears of what came of it, and of one that is not ours
 * nothing is kept; where that cannot be known, its files are left to the sweeper. Only for workspaces whose last job was given to us as it was made: one whose quota is used up, or whose
 * jobs have to wait for each other, has us work for nothing once in a while.
 */
export class HeadStarts {
  /** By workspace; 1: its next job may be begun early; below: how many must be given to us as they are made before that. */
  readonly #trust = new Map<string, number>();
  readonly #open = new Map<string, (fate: Fate) => void>();

  /** Whether a job will most likely be ours. */
  isLikely({ id, workspaceId }: Named): boolean {
    return (this.#trust.get(workspaceId) ?? 0) > 0 && !this.#open.has(id);
  }

  /** Resolves with what has become of the job. */
  begin({ id }: Named): Promise<Fate> {
    return new Promise(settle => this.#open.set(id, settle));
  }

  /** How many of these have been begun. */
  count(jobs: readonly Named[]): number {
    return new Set(jobs.map(({ id }) => id).filter(id => this.#open.has(id))).size;
  }

  /** Says whether a job was given to us when it was made, and whether as a done one. Returns whether it has been begun already. */
  settle({ id, workspaceId }: Named, isGiven: boolean, isCompleted: boolean): boolean {
    if (this.#trust.size >= mostKnown) this.#trust.clear();
    const isBegun = this.#open.has(id);
    const isOurs = isBegun && isGiven;
    const trust = this.#trust.get(workspaceId) ?? 0;
    if (isBegun && !isGiven) this.#trust.set(workspaceId, -distrust);
    else this.#trust.set(workspaceId, Math.min(isGiven ? 1 : 0, trust + 1));
    this.#end(id, isOurs ? (isCompleted ? 'completed' : 'ours') : 'not ours');
    return isOurs;
  }

  #end(id: string, fate: Fate): void {
    const settle = this.#open.get(id);
    this.#open.delete(id);
    settle?.(fate);
  }

  /** Nothing more will be heard of these, which is not the fault of their workspaces. */
  giveUp(jobs: readonly Named[]): void {
    for (const { id } of jobs) this.#end(id, 'unknown');
  }

  close(): void {
    for (const id of [...this.#open.keys()]) this.#end(id, 'not ours');
  }
}
