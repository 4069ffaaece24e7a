import type { ClaimedInput } from '../../queue/claim.ts';
import { limits } from '../../settings/limits.ts';

export type RecentInput = Pick<ClaimedInput, 'storageKey' | 'size'> & { sha256: string; bytes: Buffer };

interface Kept {
  inputs: Map<number, RecentInput>;
  cost: number;
  at: number;
}

/** What one takes in memory beside its bytes. */
const entryBytes = 2048;
const keptMs = 60_000;

/**
 * Small files that this process has just received, by the jobs they are inputs of: a job that starts within a minute can begin with
 * them at once. The claim that the start returns tells whether they still are its inputs.
 */
export class RecentInputs {
  /** By job; the oldest come first. */
  readonly #jobs = new Map<string, Kept>();
  #cost = 0;
  #timer: NodeJS.Timeout | undefined;

  note(jobId: string, index: number, input: RecentInput): void {
    if (input.size > limits.smallInputBytes) return;
    const { inputs } = this.#forget(jobId) ?? { inputs: new Map<number, RecentInput>() };
    // A small piece of a buffer would keep all of it.
    const bytes = Buffer.allocUnsafeSlow(input.size);
    input.bytes.copy(bytes);
    inputs.set(index, { ...input, bytes });
    let cost = 0;
    for (const { size } of inputs.values()) cost += size + entryBytes;
    this.#jobs.set(jobId, { inputs, cost, at: performance.now() });
    this.#cost += cost;
    this.#clear(() => this.#cost > limits.recentInputBytes);
    this.#timer ??= setInterval(() => this.#forgetOld(), keptMs).unref();
  }

  /** Forgets the oldest as long as `isDue` says so. */
  #clear(isDue: (oldest: Kept) => boolean): void {
    for (const [jobId, kept] of this.#jobs) {
      if (!isDue(kept)) return;
      this.#forget(jobId);
    }
  }

  #forgetOld(): void {
    const before = performance.now() - keptMs;
    this.#clear(({ at }) => at < before);
    if (this.#jobs.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #forget(jobId: string): Kept | undefined {
    const kept = this.#jobs.get(jobId);
    this.#jobs.delete(jobId);
    this.#cost -= kept?.cost ?? 0;
    return kept;
  }

  /** All inputs of a job, if all have come here. They are kept no longer. */
  take(jobId: string, count: number): RecentInput[] | undefined {
    const inputs = this.#forget(jobId)?.inputs;
    const all = Array.from({ length: count }, (_, index) => inputs?.get(index));
    return all.every(input => input !== undefined) ? all : undefined;
  }
}
