import { type JobState, terminalStates } from '../../../contract/states.ts';
import { type Changes, readAgainMs } from '../../../queue/notices/changes.ts';
import type { PlacedText } from './partial-texts.ts';
import type { JobRow } from './rows.ts';

interface StateNews {
  name: 'status' | 'progress';
  data: { id: string; status: JobState; progress: number };
}

interface TextNews {
  name: 'partial';
  data: { id: string; start: number; end: number; text: string };
}

/** A change of a job. Following again from its `id` yields the changes after it. */
export type JobNews = (StateNews | TextNews) & { id: string };

/** The position of a follower: the job's version, and the number of the last piece of its text. */
export interface Seen {
  version: number;
  place: number;
}

const writeEventId = ({ version, place }: Seen): string => (place > 0 ? `${version}.${place}` : `${version}`);

/** Reads a Last-Event-ID. Anything else means the beginning. */
export function readEventId(text: string | undefined): Seen {
  const [, version = '0', place = '0'] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text ?? '') ?? [];
  return { version: Number(version), place: Number(place) };
}

/** Yields the changes of a job after `seen`, until it has ended. */
export async function* followJob(
  changes: Changes,
  jobId: string,
  read: () => Promise<JobRow>,
  readTexts: (behind: number) => Promise<PlacedText[]>,
  seen: Seen,
  signal: AbortSignal,
): AsyncGenerator<JobNews> {
  let told: StateNews | undefined;
  let { version, place } = seen;
  while (!signal.aborted) {
    const changed = changes.waitForChange(jobId, readAgainMs, signal);
    const job = await read();
    const data = { id: job.id, status: job.status, progress: job.progress };
    const news =
      job.version > seen.version &&
      (told?.data.status !== data.status || told.data.progress !== data.progress);
    if (news) {
      version = job.version;
      told = { name: told?.data.status === data.status ? 'progress' : 'status', data };
      yield { ...told, id: writeEventId({ version, place }) };
    }
    if (terminalStates.has(job.status)) return;
    for (const piece of job.status === 'processing' ? await readTexts(place) : []) {
      const { start, end, text } = piece;
      place = piece.place;
      yield { name: 'partial', id: writeEventId({ version, place }), data: { id: job.id, start, end, text } };
    }
    await changed;
  }
}
