import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { FileListQuery, ResultFile } from '../../../contract/schemas/result.ts';
import type { Database } from '../../../db/database.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import type { Signing } from '../../files/signing.ts';
import type { Asker } from '../../people/caller.ts';
import { takeFitting } from '../../rows/cursor.ts';
import { makeIndexCursors } from '../../rows/index-cursor.ts';
import { presentFile } from './present.ts';
import { requireReadableJob } from './require-job.ts';
import { outputJson } from './rows.ts';

const cursors = makeIndexCursors('file');

/** Reads the outputs of a job from an index on. */
async function readOutputs(db: Database, jobId: string, from: number, most: number): Promise<OutputRow[]> {
  const { rows } = await sql<{ output: OutputRow }>`
    select ${outputJson} as output from artifacts a
      where a.job_id = ${jobId} and a.role = 'output' and a.index >= ${from} order by a.index limit ${most}`.execute(
    db,
  );
  return rows.map(row => row.output);
}

export async function findOutput(db: Database, jobId: string, index: number): Promise<OutputRow | undefined> {
  const [output] = await readOutputs(db, jobId, index, 1);
  return output?.index === index ? output : undefined;
}

/** Lists a page of the outputs of a completed job, in their order. */
export async function listFiles(
  db: Database,
  asker: Asker,
  jobId: string,
  query: FileListQuery,
  signing: Signing,
): Promise<{ files: ResultFile[]; nextCursor: string | null }> {
  const from = cursors.decode(query.cursor);
  const job = await requireReadableJob(db, asker, jobId);
  if (job.status !== 'completed')
    throw new ApiError('invalid_state', {
      message: `The job is ${job.status}; only a completed job has files.`,
    });
  const found = await readOutputs(db, job.reused_from ?? jobId, from, query.limit + 1);
  const files = takeFitting(found.slice(0, query.limit).map(row => presentFile(row, signing)));
  const next = found[files.length];
  return { files, nextCursor: next ? cursors.encode(next.index) : null };
}
