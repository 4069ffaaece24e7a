import type { Claim } from '../queue/claim.ts';

type Named = Pick<Claim, 'id' | 'workspaceId'>;

/** Another upload may have taken the place of an input. */
const isSame = (one: Claim, other: Claim): boolean =>
  one.attempt === other.attempt &&
  one.inputs?.length === other.inputs?.length &&
  (one.inputs ?? []).every(({ storageKey }, at) => storageKey === other.inputs?.[at]?.storageKey);

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
  readonly #open = new Map<string, { claim: Claim; settle(fate: Fate): void }>();

  /** Whether a job will most likely be ours. Of one that is started twice at once the second start waits for its turn. */
  isLikely({ id, workspaceId }: Named): boolean {
    return (this.#trust.get(workspaceId) ?? 0) > 0 && !this.#open.has(id);
  }

  /** Resolves with what has become of the job. */
  begin(claim: Claim): Promise<Fate> {
    return new Promise(settle => this.#open.set(claim.id, { claim, settle }));
  }

  has({ id }: Named): boolean {
    return this.#open.has(id);
  }

  /** How many of these have been begun. */
  count(jobs: readonly Named[]): number {
    return new Set(jobs.map(({ id }) => id).filter(id => this.#open.has(id))).size;
  }

  /** Says as what a job was given to us when it was made, if it was, and whether as a done one. Returns whether it has been begun as that. */
  settle({ id, workspaceId }: Named, given: Claim | undefined, isCompleted: boolean): boolean {
    if (this.#trust.size >= mostKnown) this.#trust.clear();
    const begun = this.#open.get(id);
    const isOurs = begun !== undefined && given !== undefined && isSame(begun.claim, given);
    const trust = this.#trust.get(workspaceId) ?? 0;
    if (begun && !isOurs) this.#trust.set(workspaceId, -distrust);
    else this.#trust.set(workspaceId, Math.min(given ? 1 : 0, trust + 1));
    this.#end(id, isOurs ? (isCompleted ? 'completed' : 'ours') : 'not ours');
    return isOurs;
  }

  #end(id: string, fate: Fate): void {
    const begun = this.#open.get(id);
    this.#open.delete(id);
    begun?.settle(fate);
  }

  /** Nothing more will be heard of these, which is not the fault of their workspaces. */
  giveUp(jobs: readonly Named[]): void {
    for (const { id } of jobs) this.#end(id, 'unknown');
  }

  close(): void {
    for (const id of [...this.#open.keys()]) this.#end(id, 'not ours');
  }
}
