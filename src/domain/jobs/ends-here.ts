import type { Database } from '../../db/database.ts';
import type { NewOutput } from '../../queue/end.ts';
import type { Storage } from '../../storage/storage.ts';
import { downloadOf } from '../downloads/open.ts';
import type { OutputDownload } from '../downloads/outputs.ts';
import type { Changes } from './changes.ts';

/** The one output of a job that this process has just completed; the bytes of a small one. */
export interface EndHere {
  workspaceId: string;
  output: NewOutput;
  bytes: Buffer | undefined;
}

export interface Expected {
  /** Set as soon as the end is on the disk. */
  end?: EndHere;
  forget(): void;
}

/**
 * Ends of jobs that were made in this process for somebody who waits in it: what it has just written need not be read
 * again. Whoever waits for a job that another process runs, or that makes several files, hears nothing here and reads.
 */
export class EndsHere {
  readonly #changes: Pick<Changes, 'wake'>;
  readonly #expected = new Map<string, Expected>();

  constructor(changes: Pick<Changes, 'wake'>) {
    this.#changes = changes;
  }

  expect(jobId: string): Expected {
    const expected: Expected = { forget: () => this.#expected.delete(jobId) };
    this.#expected.set(jobId, expected);
    return expected;
  }

  tell(jobId: string, end: EndHere): void {
    const expected = this.#expected.get(jobId);
    if (!expected) return;
    expected.end = end;
    this.#changes.wake(jobId);
  }
}

/** The output as who reads the job would find it. */
export function openEnd(
  db: Database,
  storage: Storage,
  { workspaceId, output, bytes }: EndHere,
): OutputDownload {
  const download = downloadOf(db, storage, { ...output, workspace_id: workspaceId });
  const read: OutputDownload['read'] = bytes
    ? async ({ start, end }) => bytes.subarray(start, end + 1)
    : download.read;
  return { ...download, read, artifactId: output.id };
}
