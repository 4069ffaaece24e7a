import type { Listener } from '../../db/listener.ts';

/** Tells when a job may have changed. It is a hint to read again, never an answer. */
export interface Changes {
  /** Resolves at the job's next change, after `ms`, or when `signal` aborts. */
  next(jobId: string, ms: number, signal: AbortSignal): Promise<void>;
}

export function watchChanges(listener: Listener): Changes {
  const waiting = new Map<string, Set<() => void>>();
  listener.on('job_changed', jobId => {
    // After a reconnect anything may have changed: wake everyone.
    const sets = jobId === undefined ? [...waiting.values()] : [waiting.get(jobId) ?? new Set<() => void>()];
    for (const set of sets) for (const wake of [...set]) wake();
  });
  return {
    next: (jobId, ms, signal) =>
      new Promise(resolve => {
        const set = waiting.get(jobId) ?? new Set<() => void>();
        waiting.set(jobId, set);
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          set.delete(wake);
          if (set.size === 0 && waiting.get(jobId) === set) waiting.delete(jobId);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        set.add(wake);
        signal.addEventListener('abort', wake);
        if (signal.aborted) wake();
      }),
  };
}
