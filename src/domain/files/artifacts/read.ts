import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { isId } from '../../../contract/ids.ts';
import type { Artifact } from '../../../contract/schemas/artifact.ts';
import type { Database } from '../../../db/database.ts';
import type { Asker } from '../../people/caller.ts';
import { makeDownloadLink } from '../downloads/links.ts';
import type { Signing } from '../signing.ts';
import { getHolderId } from '../uploads/holder.ts';
import { makeUploadLink } from '../uploads/link.ts';
import { isVisibleArtifact } from './find.ts';

async function readKept(
  db: Database,
  asker: Asker,
  id: string,
  signing: Signing,
): Promise<Artifact | undefined> {
  const row = await db
    .selectFrom('artifacts as a')
    .innerJoin('jobs as j', 'j.id', 'a.job_id')
    // The column with the content is left out.
    .select(['a.id', 'a.job_id', 'a.role', 'a.index', 'a.filename', 'a.content_type', 'a.format'])
    .select(['a.size', 'a.sha256', 'a.metadata', 'a.created_at', 'a.expires_at'])
    .select(sql<Date | null>`nullif(a.expires_at, 'infinity')`.as('ends_at'))
    .select('j.source')
    .where('a.id', '=', id)
    .where('a.workspace_id', '=', asker.workspaceId)
    .where(isVisibleArtifact(asker))
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    ...(row.source === 'upload' ? { role: 'upload' } : { jobId: row.job_id, role: row.role }),
    index: row.index,
    filename: row.filename,
    contentType: row.content_type,
    size: row.size,
    uploaded: true,
    ...(row.sha256 && { sha256: row.sha256 }),
    metadata: row.metadata,
    createdAt: row.created_at.toISOString(),
    ...(row.ends_at && { expiresAt: row.ends_at.toISOString() }),
    ...makeDownloadLink(row, signing),
  };
}

export interface AwaitedArtifact {
  id: string;
  filename: string;
  content_type: string;
  size: number;
  created_at: Date;
  expires_at: Date;
}

function signUpload({ id, content_type: contentType, size }: AwaitedArtifact, signing: Signing) {
  const { url, ...rest } = makeUploadLink({ jobId: id, index: 0, contentType, size }, signing);
  return { uploadUrl: url, upload: { method: 'PUT' as const, url, ...rest } };
}

/** Presents an artifact whose bytes are still to come. */
export function presentAwaited(artifact: AwaitedArtifact, signing: Signing): Artifact {
  return {
    id: artifact.id,
    role: 'upload',
    index: 0,
    filename: artifact.filename,
    contentType: artifact.content_type,
    size: artifact.size,
    uploaded: false,
    metadata: {},
    createdAt: artifact.created_at.toISOString(),
    expiresAt: artifact.expires_at.toISOString(),
    ...(signing.mayUpload && signUpload(artifact, signing)),
  };
}

async function readAwaited(
  db: Database,
  asker: Asker,
  id: string,
  signing: Signing,
): Promise<Artifact | undefined> {
  const row = await db
    .selectFrom('jobs as j')
    .innerJoin('job_inputs as i', 'i.job_id', 'j.id')
    .select(['i.filename', 'i.content_type', 'i.file_size as size', 'j.created_at', 'j.expires_at'])
    .where('j.id', '=', getHolderId(id))
    .where('j.workspace_id', '=', asker.workspaceId)
    .where('j.source', '=', 'upload')
    .where('j.status', '=', 'pending')
    .where('j.expires_at', '>', sql<Date>`clock_timestamp()`)
    .where(isVisibleArtifact(asker))
    .executeTakeFirst();
  return row && presentAwaited({ id, ...row }, signing);
}

export async function readArtifact(
  db: Database,
  asker: Asker,
  id: string,
  signing: Signing,
): Promise<Artifact> {
  const found =
    isId('artifact', id) &&
    ((await readKept(db, asker, id, signing)) ?? (await readAwaited(db, asker, id, signing)));
  if (!found) throw new ApiError('artifact_not_found');
  return found;
}
