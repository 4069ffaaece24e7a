import { type JobState, terminalStates } from '../../contract/states.ts';
import type { Listener } from '../../db/listener.ts';

/** Tells when a job may have changed. It is a hint to read again, never an answer. */
export interface Changes {
  /** Resolves at the job's next change (with `end`, when it has ended), after `ms`, or when `signal` aborts. */
  next(jobId: string, ms: number, signal: AbortSignal, end?: boolean): Promise<void>;
}

interface Waiter {
  wake(): void;
  end: boolean;
}

/** What a notification says: which job, and what it has become as far as that is known. */
export function readChange(payload: string | undefined): { jobId?: string; status?: JobState } {
  const [jobId, status] = payload?.split(' ') ?? [];
  return { ...(jobId && { jobId }), ...(status && { status: status as JobState }) };
}

export function watchChanges(listener: Listener): Changes {
  const waiting = new Map<string, Set<Waiter>>();
  listener.on('job_changed', payload => {
    const { jobId, status } = readChange(payload);
    // After a reconnect anything may have changed: wake everyone.
    const sets = jobId === undefined ? [...waiting.values()] : [waiting.get(jobId) ?? new Set<Waiter>()];
    const goesOn = status !== undefined && !terminalStates.has(status);
    for (const set of sets) for (const { wake, end } of [...set]) if (!(end && goesOn)) wake();
  });
  return {
    next: (jobId, ms, signal, end = false) =>
      new Promise(resolve => {
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
      }),
  };
}
