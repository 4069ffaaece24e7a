import { terminalStates } from '../../contract/states.ts';
import type { Changes } from './changes.ts';
import type { JobRow } from './rows.ts';

/** However sure the notifications are, the row is read again at least this often. */
const readAgainMs = 2000;

/** Reads the job until it has ended or the seconds are over; returns it as last read. `early`: read already. */
export async function waitForEnd(
  changes: Changes,
  jobId: string,
  read: () => Promise<JobRow>,
  seconds: number,
  signal: AbortSignal,
  early?: { job: JobRow; at: number },
): Promise<JobRow> {
  const until = Date.now() + seconds * 1000;
  let since = early?.at ?? performance.now();
  let job = early?.job ?? (await read());
  for (;;) {
    const left = until - Date.now();
    if (terminalStates.has(job.status) || left <= 0 || signal.aborted) return job;
    await changes.ended(jobId, Math.min(left, readAgainMs), signal, since);
    // From before reading on, so that an end in between is not missed.
    since = performance.now();
    job = await read();
  }
}
