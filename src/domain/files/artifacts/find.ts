import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { isId } from '../../../contract/ids.ts';
import type { Database } from '../../../db/database.ts';
import type { FormatId } from '../../../formats/formats.ts';
import type { Asker } from '../../people/caller.ts';
import { getHeldArtifactId, getHolderId } from '../uploads/holder.ts';

/** An artifact that a job or a run may take as its input. */
export interface KeptArtifact {
  id: string;
  filename: string;
  content_type: string;
  format: FormatId;
  size: number;
  sha256: string | null;
}

/** Artifacts of jobs made in the web workspace, and those uploaded there, do not exist for a key. */
export const isVisibleArtifact = ({ source }: Pick<Asker, 'source'>): RawBuilder<boolean> =>
  source === 'workspace'
    ? sql`j.deleted_at is null`
    : sql`j.deleted_at is null and case j.source when 'upload' then j.key_id is not null else j.source <> 'workspace' end`;

/** Makes the error for artifacts that were not found: one whose file has not been uploaded yet can be mended by the caller. */
export async function explainMissing(db: Database, asker: Asker, ids: readonly string[]): Promise<ApiError> {
  const holders = ids.map(getHolderId);
  const waiting = await db
    .selectFrom('jobs as j')
    .select('j.id')
    .where('j.id', '=', sql<string>`any (${holders})`)
    .where('j.workspace_id', '=', asker.workspaceId)
    .where('j.source', '=', 'upload')
    .where('j.status', '=', 'pending')
    .where(isVisibleArtifact(asker))
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return new ApiError('artifact_not_found');
  return new ApiError('artifact_not_found', {
    message: `The file of ${getHeldArtifactId(waiting.id)} has not been uploaded yet. Send it to the \`uploadUrl\` that GET /artifacts/${getHeldArtifactId(waiting.id)} shows, then try again.`,
  });
}

/** Finds those of the artifacts that are retained, by one statement. An id may be given twice. */
export async function lookUpArtifacts(
  db: Database,
  asker: Asker,
  ids: readonly string[],
): Promise<Map<string, KeptArtifact>> {
  const wanted = [...new Set(ids)].filter(id => isId('artifact', id));
  if (wanted.length === 0) return new Map();
  const found = await db
    .selectFrom('artifacts as a')
    .innerJoin('jobs as j', 'j.id', 'a.job_id')
    .select(['a.id', 'a.filename', 'a.content_type', 'a.format', 'a.size', 'a.sha256'])
    .where('a.id', '=', sql<string>`any (${wanted})`)
    .where('a.workspace_id', '=', asker.workspaceId)
    .where(isVisibleArtifact(asker))
    .where('a.expires_at', '>', sql<Date>`clock_timestamp()`)
    .execute();
  return new Map(found.map(artifact => [artifact.id, artifact]));
}

/** Finds all of the artifacts. Throws if one is not found. */
export async function findArtifacts(
  db: Database,
  asker: Asker,
  ids: readonly string[],
): Promise<Map<string, KeptArtifact>> {
  const found = await lookUpArtifacts(db, asker, ids);
  const missing = ids.filter(id => !found.has(id));
  if (missing.length > 0) throw await explainMissing(db, asker, missing);
  return found;
}

export const findArtifact = async (db: Database, asker: Asker, id: string): Promise<KeptArtifact> =>
  (await findArtifacts(db, asker, [id])).get(id)!;

/** Returns true if none of these artifacts has expired or was erased. */
export async function areRetained(db: Database, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const wanted = [...new Set(ids)];
  const found = await db
    .selectFrom('artifacts')
    .select('id')
    .where('id', '=', sql<string>`any (${wanted})`)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .execute();
  return found.length === wanted.length;
}

/** Explains an artifact that was found, but was erased or expired before the job that reads it was made. */
export function throwInputGone(error: { constraint?: string }): never {
  throw error.constraint === 'job_inputs_artifact_id_fkey' ? new ApiError('artifact_not_found') : error;
}
