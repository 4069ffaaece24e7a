import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { JobState } from '../../../contract/states.ts';
import type { Warning } from '../../../contract/warnings.ts';
import { compileOnce } from '../../../db/compile-once.ts';
import type { Database } from '../../../db/database.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Storage } from '../../../storage/storage.ts';
import { makeDownload } from '../../files/downloads/open.ts';
import { type KeptOutputRow, type OutputDownload, selectOutputs } from '../../files/downloads/outputs.ts';
import type { Asker } from '../../people/caller.ts';

/** The part of a job that is needed to respond with its outputs. */
export interface JobEnd {
  status: JobState;
  zipName: string;
  files: OutputDownload[];
  warnings: Warning[];
}

interface EndRow {
  status: JobState;
  filename: string;
  outputs: KeptOutputRow[] | null;
  warnings: Warning[] | null;
  delete_after_download: boolean;
}

const findEnd = compileOnce(
  (id: string, workspaceId: string) => sql<EndRow>`
    select j.status, j.warnings, j.delete_after_download, coalesce(i.filename, j.type) as filename,
      case when j.status = 'completed' then (select json_agg(o order by o.index) from (${selectOutputs(sql`j.id`)}) o) end
        as outputs
    from jobs j left join job_inputs i on i.job_id = j.id and i.index = 0
    where j.id = ${id} and j.workspace_id = ${workspaceId} and j.deleted_at is null`,
);

/** Reads a job's outputs by one statement. Reading all of the job would take three. */
export async function readEnd(
  db: Database,
  storage: Storage,
  { workspaceId }: Asker,
  id: string,
): Promise<JobEnd> {
  const [row] = await findEnd(db, id, workspaceId);
  if (!row) throw new ApiError('job_not_found');
  return {
    status: row.status,
    zipName: makeOutputName(row.filename, '.zip'),
    files: (row.outputs ?? []).map(each => ({
      ...makeDownload(db, storage, { ...each, delete_after_download: row.delete_after_download }),
      artifactId: each.id,
    })),
    warnings: row.warnings ?? [],
  };
}
