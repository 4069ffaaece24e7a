import { sql } from 'kysely';
import { ApiError } from '../contract/errors.ts';
import { isId } from '../contract/ids.ts';
import type { Artifact } from '../contract/schemas/service.ts';
import type { Database } from '../db/database.ts';
import type { Asker } from './caller.ts';
import { downloadLink, type Signing } from './jobs/present.ts';
import { isVisible } from './jobs/rows.ts';

export async function readArtifact(
  db: Database,
  asker: Asker,
  id: string,
  signing: Signing,
): Promise<Artifact> {
  const row = isId('artifact', id)
    ? await db
        .selectFrom('artifacts as a')
        .innerJoin('jobs as j', 'j.id', 'a.job_id')
        .selectAll('a')
        .select(sql<Date | null>`nullif(a.expires_at, 'infinity')`.as('ends_at'))
        .where('a.id', '=', id)
        .where('a.workspace_id', '=', asker.workspaceId)
        .where(isVisible(asker))
        .executeTakeFirst()
    : undefined;
  if (!row) throw new ApiError('artifact_not_found');
  return {
    id: row.id,
    jobId: row.job_id,
    role: row.role,
    index: row.index,
    filename: row.filename,
    contentType: row.content_type,
    size: row.size,
    sha256: row.sha256,
    metadata: row.metadata,
    createdAt: row.created_at.toISOString(),
    ...(row.ends_at && { expiresAt: row.ends_at.toISOString() }),
    ...downloadLink(row, signing),
  };
}
