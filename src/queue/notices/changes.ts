import { type JobState, terminalStates } from '../../contract/states.ts';
import type { Listener } from '../../db/listener.ts';

/** Tells when a job or a run may have changed. It is a hint to read again, never an answer. */
export interface Changes {
  /** Resolves at the job's next change, after `ms`, or when `signal` aborts. */
  waitForChange(jobId: string, ms: number, signal: AbortSignal): Promise<void>;
  /** The same for the job's end. Resolves at once where it may have ended since `since`, a recent time of `performance.now()`. */
  waitForEnd(jobId: string, ms: number, signal: AbortSignal, since: number): Promise<void>;
  /** Wakes whoever waits for a job that ended in this process. */
  wake(jobId: string): void;
}

/** A notification may get lost, so whoever waits reads again at least this often. */
export const readAgainMs = 2000;

/** How long the end of a job is remembered. */
const rememberedMs = 10_000;

interface Waiter {
  wake(): void;
  end: boolean;
}

/** Reads a notification: which job changed, and its new status where that is known. */
export function readChange(payload: string | undefined): { jobId?: string; status?: JobState } {
  const [jobId, status] = payload?.split(' ') ?? [];
  return { ...(jobId && { jobId }), ...(status && { status: status as JobState }) };
}

/** Jobs that ended in the last moments, the earliest first. */
class Ends {
  readonly #at = new Map<string, number>();
  #anyAt = Number.NEGATIVE_INFINITY;

  note(jobId: string | undefined): void {
    const now = performance.now();
    // After a reconnect any job may have ended.
    if (jobId === undefined) this.#anyAt = now;
    else {
      this.#at.delete(jobId);
      this.#at.set(jobId, now);
    }
    for (const [id, at] of this.#at) {
      if (now - at < rememberedMs) break;
      this.#at.delete(id);
    }
  }

  hasEndedSince(jobId: string, moment: number): boolean {
    return Math.max(this.#at.get(jobId) ?? Number.NEGATIVE_INFINITY, this.#anyAt) >= moment;
  }
}

export function watchChanges(listener: Listener): Changes {
  const waiting = new Map<string, Set<Waiter>>();
  const ends = new Ends();
  const tell = (jobId: string | undefined, goesOn: boolean) => {
    // After a reconnect anything may have changed: wake everyone.
    const sets = jobId === undefined ? [...waiting.values()] : [waiting.get(jobId) ?? new Set<Waiter>()];
    if (!goesOn) ends.note(jobId);
    for (const set of sets) for (const { wake, end } of [...set]) if (!(end && goesOn)) wake();
  };
  listener.on('job_changed', payload => {
    const { jobId, status } = readChange(payload);
    tell(jobId, status !== undefined && !terminalStates.has(status));
  });
  const waitForWake = (jobId: string, ms: number, signal: AbortSignal, end: boolean) =>
    new Promise<void>(resolve => {
      const set = waiting.get(jobId) ?? new Set<Waiter>();
      waiting.set(jobId, set);
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        set.delete(waiter);
        if (set.size === 0 && waiting.get(jobId) === set) waiting.delete(jobId);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      const waiter = { wake, end };
      set.add(waiter);
      signal.addEventListener('abort', wake);
      if (signal.aborted) wake();
    });
  return {
    waitForChange: (jobId, ms, signal) => waitForWake(jobId, ms, signal, false),
    wake: jobId => tell(jobId, false),
    waitForEnd: async (jobId, ms, signal, since) => {
      if (!ends.hasEndedSince(jobId, since)) await waitForWake(jobId, ms, signal, true);
    },
  };
}
