import { sql } from 'kysely';
import type { BatchManifest, ManifestQuery } from '../../../contract/schemas/batch.ts';
import type { Database } from '../../../db/database.ts';
import type { Place } from '../../../db/tables/outputs.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import { limits } from '../../../settings/limits.ts';
import { selectResultJobs } from '../../files/downloads/outputs.ts';
import type { Signing } from '../../files/signing.ts';
import type { Asker } from '../../people/caller.ts';
import { takeFitting } from '../../rows/cursor.ts';
import { makeIndexCursors } from '../../rows/index-cursor.ts';
import { presentFailure, presentFile } from '../jobs/present.ts';
import { countOutputs, type JobRow, selectFirstOutputs } from '../jobs/rows.ts';
import { findBatch, type InputState, inputState, joinWork } from './rows.ts';

const cursors = makeIndexCursors('input');

type Entry = BatchManifest['inputs'][number];

interface EntryRow
  extends Pick<JobRow, 'failure_reason' | 'failure_option' | 'failure_message' | 'diagnostic_id'> {
  index: number;
  artifact_id: string | null;
  place: Place | null;
  filename: string;
  state: InputState;
  job_id: string | null;
  run_id: string | null;
  refused: { code: string; message: string } | null;
  file_count: number;
  outputs: OutputRow[];
}

const presentEntry = (row: EntryRow, signing: Signing): Entry => ({
  index: row.index,
  ...(row.artifact_id && { inputArtifactId: row.artifact_id }),
  ...(row.place && { input: row.place }),
  filename: row.filename,
  status: row.state,
  ...(row.job_id && { jobId: row.job_id }),
  ...(row.run_id && { runId: row.run_id }),
  fileCount: row.file_count,
  files: row.outputs.slice(0, limits.stepFiles).map(output => presentFile(output, signing)),
  ...(row.failure_reason && { failure: presentFailure(row) }),
  ...(row.refused && { refused: row.refused }),
});

/** Lists a page of the inputs of a batch with what became of each, in their order. */
export async function readManifest(
  db: Database,
  asker: Asker,
  id: string,
  query: ManifestQuery,
  signing: Signing,
): Promise<BatchManifest> {
  await findBatch(db, asker, id);
  const from = cursors.decode(query.cursor);
  const made = sql`result.id`;
  const only = query.status ? sql`and ${inputState} = ${query.status}` : sql``;
  const { rows } = await sql<EntryRow>`
    select i.index, i.place, coalesce(i.artifact_id, r.input_artifact_id,
        (select f.artifact_id from job_inputs f where f.job_id = i.job_id and f.index = 0)) as artifact_id, i.filename, ${inputState} as state, i.job_id, i.run_id, i.refused,
      coalesce(j.failure_reason, failed.failure_reason) as failure_reason,
      coalesce(j.failure_option, failed.failure_option) as failure_option,
      coalesce(j.failure_message, failed.failure_message) as failure_message,
      coalesce(j.diagnostic_id, failed.diagnostic_id) as diagnostic_id,
      (select coalesce(sum(${countOutputs(made)}), 0)::int from (${selectResultJobs}) result) as file_count,
      coalesce((select json_agg(each.value order by result.n, each.ordinality) from (${selectResultJobs}) result,
        json_array_elements(${selectFirstOutputs(made, limits.stepFiles)}) with ordinality each), '[]') as outputs
    from batch_inputs i ${joinWork}
      left join lateral (select * from jobs where run_id = i.run_id and failure_reason is not null
        order by step_index limit 1) failed on true
    where i.batch_id = ${id} and i.index >= ${from} ${only} order by i.index limit ${query.limit + 1}`.execute(
    db,
  );
  const inputs = takeFitting(rows.slice(0, query.limit).map(row => presentEntry(row, signing)));
  const next = rows[inputs.length];
  return { inputs, nextCursor: next ? cursors.encode(next.index) : null };
}
