import type { JobState } from '../../contract/states.ts';
import type { ClaimedInput } from '../../queue/claim.ts';
import type { Result } from '../../queue/ends/end.ts';
import type { EndTimes } from '../../queue/turn.ts';
import { waitShortly } from '../../queue/wait-shortly.ts';
import { limits } from '../../settings/limits.ts';
import type { JobRow } from './rows.ts';

export type RecentInput = Pick<ClaimedInput, 'storageKey' | 'size'> & {
  artifactId: string;
  sha256: string;
  /** Where it is small. */
  bytes?: Buffer | undefined;
};

/** A job as it was at a time of `performance.now()`. */
export interface KnownJob {
  row: JobRow;
  at: number;
}

interface Kept {
  /** The job as it should be now: one that was made here, or is under way here, or has ended here. */
  row?: JobRow | undefined;
  inputs: Map<number, RecentInput>;
  cost: number;
  at: number;
  /** Set while its end is on its way to the database. */
  ending?: Promise<void>;
}

/** What a job or a file takes in memory beside its texts or bytes. */
const entryBytes = 2048;
const keptMs = 60_000;
/** Who begins to wait later than this reads the job first: what is heard of ends is forgotten after twice as long (`changes.ts`). */
const underWayMs = 5000;
/** Who waits for an end that is on its way reads the job when it has taken longer than this. */
const endingMs = 250;

/** The names and types of a file take no more. */
const fileBytes = 1024;

function computeCost(row: JobRow | undefined, inputs: Kept['inputs']): number {
  let cost = 0;
  if (row) {
    const { options, metadata } = row;
    cost += entryBytes + fileBytes * (row.inputs.length + row.outputs.length);
    cost += JSON.stringify({ options, metadata }).length;
  }
  for (const { bytes } of inputs.values()) cost += entryBytes + (bytes?.length ?? 0);
  return cost;
}

/** A small piece of a buffer would keep all of it. */
function copySmall(bytes: Buffer | undefined): Buffer | undefined {
  if (!bytes || bytes.length > limits.smallInputBytes) return undefined;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** The job after one of its inputs was uploaded. */
const withInput = (row: JobRow, index: number, { artifactId, sha256 }: RecentInput): JobRow => ({
  ...row,
  version: row.version + 1,
  inputs: row.inputs.map(input =>
    input.index === index ? { ...input, uploaded: true, sha256, artifact_id: artifactId } : input,
  ),
});

/** The job after this process has completed it. */
const withEnd = (
  row: JobRow,
  { outputs, engines, warnings, durationMs }: Result,
  { version, ...times }: EndTimes,
): JobRow => ({
  ...row,
  status: 'completed',
  progress: 100,
  version,
  started_at: new Date(times.started_at),
  completed_at: new Date(times.completed_at),
  expires_at: new Date(times.expires_at),
  engines,
  duration_ms: durationMs,
  warnings: warnings?.length ? warnings : null,
  file_count: outputs.length,
  // Their bytes, where they are in their rows, have been written.
  outputs: outputs.map(({ content: _, ...output }) => output),
});

/** Whether all of its inputs have come. Those that were there before, or whose digest nobody knows yet, change without a new version. */
const hasInputs = ({ inputs }: JobRow): boolean =>
  inputs.every(({ uploaded, given, sha256 }) => uploaded && !given && sha256 !== null);

/**
 * Jobs that this process has just made, and small files that it has just received for them: one that starts within a minute need
 * not be read, and can begin with its files at once. Others may have changed it meanwhile. What the start returns tells: the job's
 * version, and the files that are its inputs. And jobs that were started here and are at work here: who waits for one is told
 * its end without reading it.
 */
export class RecentJobs {
  /** By id; the oldest come first. */
  readonly #jobs = new Map<string, Kept>();
  #cost = 0;
  #timer: NodeJS.Timeout | undefined;

  noteNew(row: JobRow): void {
    this.#keep(row.id, row, new Map());
  }

  noteInput(jobId: string, index: number, input: RecentInput): void {
    if (this.#isStarted(jobId)) return;
    const { row, inputs } = this.#forget(jobId) ?? { inputs: new Map<number, RecentInput>() };
    inputs.set(index, { ...input, bytes: copySmall(input.bytes) });
    this.#keep(jobId, row && withInput(row, index, input), inputs);
  }

  #keep(jobId: string, row: JobRow | undefined, inputs: Kept['inputs'], at = performance.now()): void {
    const cost = computeCost(row, inputs);
    this.#jobs.set(jobId, { row, inputs, cost, at });
    this.#cost += cost;
    this.#clear(() => this.#cost > limits.recentJobBytes);
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

  #find(jobId: string, status: JobState): KnownJob | undefined {
    const { row, at } = this.#jobs.get(jobId) ?? {};
    return row?.status === status && at !== undefined ? { row, at } : undefined;
  }

  /** A job that should be ready to start, where it was made here and all its inputs have come here. */
  findReady(jobId: string): KnownJob | undefined {
    const known = this.#find(jobId, 'pending');
    return known && hasInputs(known.row) ? known : undefined;
  }

  /** A job that this process has at work. It had not ended at `since`. */
  noteUnderWay(row: JobRow, since: number): void {
    // What a job costs, and what is secret, may change with its end.
    if (row.credits > 0 || row.sealed || !hasInputs(row)) return;
    this.#forget(row.id);
    this.#keep(row.id, row, new Map(), since);
  }

  /** Who begins to wait for its end need not read it before. One whose end is on its way may be gone by the time that is told. */
  findUnderWay(jobId: string): KnownJob | undefined {
    if (this.#jobs.get(jobId)?.ending) return undefined;
    const known = this.#find(jobId, 'queued');
    return known && performance.now() - known.at < underWayMs ? known : undefined;
  }

  /**
   * The end of a job that somebody here may wait for is on its way: its word may come from the database before the answer does.
   * To be told with the end, or without one where it did not come to that.
   */
  expectEnd(jobId: string): ((result: Result, times: EndTimes | undefined) => void) | undefined {
    const kept = this.#jobs.get(jobId);
    if (kept?.row?.status !== 'queued') return undefined;
    const { row } = kept;
    const ending = Promise.withResolvers<void>();
    kept.ending = ending.promise;
    return (result, times) => {
      if (this.#jobs.get(jobId) === kept) {
        this.#forget(jobId);
        if (times && result.outputs.length <= limits.answerFiles)
          this.#keep(jobId, withEnd(row, result, times), new Map());
      }
      ending.resolve();
    };
  }

  /** The job as its end has left it, for those who waited for that. Who comes later has to read it: it may be gone. */
  async findEnded(jobId: string): Promise<JobRow | undefined> {
    const ending = this.#jobs.get(jobId)?.ending;
    if (ending) await waitShortly(ending, endingMs);
    return this.#find(jobId, 'completed')?.row;
  }

  /** Its end is not as it was expected: who waits for it has to read it. */
  forget(jobId: string): void {
    this.#forget(jobId);
  }

  #isStarted(jobId: string): boolean {
    const row = this.#jobs.get(jobId)?.row;
    return row !== undefined && row.status !== 'pending';
  }

  /** All inputs of a job, if all have come here and are small. They are kept no longer. */
  takeInputs(jobId: string, count: number): RecentInput[] | undefined {
    if (this.#isStarted(jobId)) return undefined;
    const inputs = this.#forget(jobId)?.inputs;
    const all = Array.from({ length: count }, (_, index) => inputs?.get(index));
    return all.every(input => input?.bytes !== undefined) ? (all as RecentInput[]) : undefined;
  }
}
