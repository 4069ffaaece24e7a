import { sql } from 'kysely';
import { newId } from '../../../contract/ids.ts';
import type { NewArtifact } from '../../../contract/schemas/artifact.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { AwaitedArtifact } from '../../files/artifacts/read.ts';
import { getHeldArtifactId, makeHolder } from '../../files/uploads/holder.ts';
import { quotaExceeded, type UsedUp } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';
import { requireFileSize } from './draft.ts';
import { requireDeclaredFormat } from './options.ts';

interface Creation {
  outcome: 'created' | UsedUp;
  created_at: Date;
  expires_at: Date;
}

/** Makes an artifact for a file that is uploaded by itself. A job that never runs holds it, since uploads and retention work on jobs. */
export async function createArtifact(
  db: Database,
  caller: Caller,
  { filename, fileSize, contentType }: NewArtifact,
  neverStartedHours: number,
): Promise<AwaitedArtifact> {
  const format = requireDeclaredFormat({ contentType, filename }, 'contentType');
  requireFileSize(caller, filename, fileSize);
  const holder = makeHolder(newId('job'), caller);
  const input = { index: 0, filename, content_type: contentType, format, file_size: fileSize };
  const { rows } = await sql<Creation>`
    select outcome, created_at, expires_at from job_create(${JSON.stringify(holder)}::jsonb, ${JSON.stringify([input])}::jsonb,
      null, null, null, make_interval(hours => ${neverStartedHours}))`.execute(db);
  const { outcome, created_at, expires_at } = firstRow(rows);
  if (outcome !== 'created') throw await quotaExceeded(db, caller.workspaceId, outcome);
  return {
    id: getHeldArtifactId(holder.id),
    filename,
    content_type: contentType,
    size: fileSize,
    created_at,
    expires_at,
  };
}
