import { terminalStates } from '../../contract/states.ts';
import type { Changes } from './changes.ts';
import type { JobRow } from './rows.ts';

/** However sure the notifications are, the row is read again at least this often. */
const readAgainMs = 2000;

/** Reads the job until it has ended or the seconds are over; returns it as last read. */
export async function waitForEnd(
  changes: Changes,
  jobId: string,
  read: () => Promise<JobRow>,
  seconds: number,
  signal: AbortSignal,
): Promise<JobRow> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const left = until - Date.now();
    // Asked for before reading, so that a change in between is not missed.
    const changed = changes.next(jobId, Math.max(0, Math.min(left, readAgainMs)), signal, true);
    const job = await read();
    if (terminalStates.has(job.status) || left <= 0 || signal.aborted) return job;
    await changed;
  }
}
