import type { Warning } from '../../../contract/warnings.ts';
import type { Database } from '../../../db/database.ts';
import type { OutputRow, Result } from '../../../queue/ends/end.ts';
import type { Changes } from '../../../queue/notices/changes.ts';
import type { Storage } from '../../../storage/storage.ts';
import { makeDownload } from '../../files/downloads/open.ts';
import type { OutputDownload } from '../../files/downloads/outputs.ts';

/** The only output of a job that this process has just completed, with its bytes if it is small. */
export interface InProcessResult {
  workspaceId: string;
  output: OutputRow;
  warnings: Warning[];
  bytes: Buffer | undefined;
}

/** Returns undefined unless there is exactly one output. Waiting requests read the others from the database. */
export function toInProcessResult(
  workspaceId: string,
  { outputs, warnings = [], bytes }: Result,
): InProcessResult | undefined {
  const [output, ...others] = outputs;
  return output && others.length === 0 ? { workspaceId, output, warnings, bytes } : undefined;
}

export interface ExpectedResult {
  /** Set as soon as the job has completed and this is committed. */
  result?: InProcessResult;
  forget(): void;
}

/**
 * Passes the result of a job that was submitted to this process and completed by it to the waiting request, which then need not
 * read the database. Requests for other jobs, and for jobs with several outputs, read them.
 */
export class InProcessResults {
  readonly #changes: Pick<Changes, 'wake'>;
  readonly #expected = new Map<string, ExpectedResult>();

  constructor(changes: Pick<Changes, 'wake'>) {
    this.#changes = changes;
  }

  expect(jobId: string): ExpectedResult {
    const expected: ExpectedResult = { forget: () => this.#expected.delete(jobId) };
    this.#expected.set(jobId, expected);
    return expected;
  }

  /** Records the result, and wakes other requests that wait for the job: the database's notification takes longer. */
  tell(jobId: string, result?: InProcessResult): void {
    const expected = this.#expected.get(jobId);
    if (expected && result) expected.result = result;
    this.#changes.wake(jobId);
  }
}

/** Opens the output in the same form as reading the job would. */
export function openResult(
  db: Database,
  storage: Storage,
  { workspaceId, output, bytes }: InProcessResult,
): OutputDownload {
  const download = makeDownload(db, storage, { ...output, workspace_id: workspaceId });
  const read: OutputDownload['read'] = bytes
    ? async ({ start, end }) => bytes.subarray(start, end + 1)
    : download.read;
  return { ...download, read, artifactId: output.id };
}
