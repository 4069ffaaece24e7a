import { type JobState, terminalStates } from '../../contract/states.ts';
import type { Changes } from './changes.ts';
import type { JobRow } from './rows.ts';

export interface JobNews {
  /** Grows with every change of the job. */
  id: number;
  name: 'status' | 'progress';
  data: { id: string; status: JobState; progress: number };
}

const readAgainMs = 2000;

/** What changes on a job, from its version `seen` on, until it has ended. */
export async function* followJob(
  changes: Changes,
  jobId: string,
  read: () => Promise<JobRow>,
  seen: number,
  signal: AbortSignal,
): AsyncGenerator<JobNews> {
  let told: JobNews | undefined;
  while (!signal.aborted) {
    const changed = changes.next(jobId, readAgainMs, signal);
    const job = await read();
    const data = { id: job.id, status: job.status, progress: job.progress };
    const news =
      job.version > seen && (told?.data.status !== data.status || told.data.progress !== data.progress);
    if (news) {
      told = { id: job.version, name: told?.data.status === data.status ? 'progress' : 'status', data };
      yield told;
    }
    if (terminalStates.has(job.status)) return;
    await changed;
  }
}
