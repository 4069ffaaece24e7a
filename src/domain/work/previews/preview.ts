import { sql } from 'kysely';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import { firstRow } from '../../../db/first-row.ts';
import { findPreview } from '../../../jobs/job-type.ts';
import type { Changes } from '../../../queue/notices/changes.ts';
import { limits } from '../../../settings/limits.ts';
import type { Storage } from '../../../storage/storage.ts';
import { throwInputGone } from '../../files/artifacts/find.ts';
import { requireInstalled } from '../../installation/engines.ts';
import { quotaExceeded, type UsedUp } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';
import { computeFingerprint } from '../idempotency/fingerprint.ts';
import { type CreateContext, draftJob } from '../jobs/draft.ts';
import { waitForEnd } from '../jobs/wait.ts';

export interface PreviewContext extends Pick<CreateContext, 'db' | 'jobTypes' | 'secrets'> {
  changes: Changes;
  storage: Storage;
}

export interface PreviewRequest {
  type: string;
  options: Record<string, unknown>;
  /** The files after the artifact that the job takes, such as a stamp. */
  furtherArtifactIds?: string[];
}

/** A picture of an artifact, or of what a job would make of it. */
export interface Preview {
  contentType: string;
  size: number;
  read(): ReturnType<Storage['read']>;
}

interface PreviewRow {
  jobId: string;
  status: 'open' | 'made' | 'failed';
  content_type: string | null;
  size: number | null;
  storage_key: string | null;
  content: Buffer | null;
}

type Found = Pick<PreviewRow, 'jobId'> & Partial<PreviewRow>;

/** The previews that are made once and kept as long as their artifact: a small picture, and the document as a PDF, which browsers can show. */
const storedPreviews = {
  thumbnail: {
    type: 'thumbnail',
    options: { outputFormat: 'webp', width: limits.preview.side, height: limits.preview.side },
    seconds: limits.preview.thumbnailSeconds,
    isUrgent: false,
    isCounted: false,
  },
  pdf: {
    type: 'document-convert',
    options: { outputFormat: 'pdf' },
    seconds: limits.preview.seconds,
    isUrgent: true,
    isCounted: true,
  },
};

const columns = sql`p.job_id as "jobId", p.status, p.content_type, p.size, p.storage_key, p.content`;

function openPreview(storage: Storage, row: Found | undefined): Preview | undefined {
  const { content_type: contentType, size, storage_key: key, content } = row ?? {};
  if (row?.status !== 'made' || !contentType || size == null || !key) return undefined;
  return { contentType, size, read: async () => content ?? storage.read(key) };
}

/** Queues the job that makes a preview, unless it is there or in the queue already. Returns undefined where too many wait. */
async function begin(
  context: PreviewContext,
  caller: Caller,
  artifactId: string,
  { type, options, furtherArtifactIds = [] }: PreviewRequest,
  request: string,
  isUrgent: boolean,
): Promise<Found | undefined> {
  const { db } = context;
  const draft = await draftJob(context, caller, {
    type,
    options,
    files: [artifactId, ...furtherArtifactIds].map(id => ({ artifactId: id })),
    settings: {},
    at: index => (index === 0 ? 'inputArtifactId' : `furtherArtifactIds[${index - 1}]`),
  });
  const { job, inputs, needs, row } = draft;
  await requireInstalled(db, job.id, needs);
  const [first, ...further] = inputs;
  const begun = await sql<{ jobId: string | null }>`
    select preview_begin(${JSON.stringify(row)}::jsonb, ${JSON.stringify(first)}::jsonb, ${request}, ${isUrgent},
      ${limits.preview.open}, make_interval(secs => ${limits.preview.openSeconds}),
      ${JSON.stringify(further)}::jsonb) as "jobId"`
    .execute(db)
    .catch(throwInputGone);
  const { jobId } = firstRow(begun.rows);
  return jobId === null ? undefined : { jobId };
}

/** Waits until a preview is made, or cannot be made, but no longer than these seconds. Returns it as it is then. */
async function waitForPreview(
  { db, changes }: PreviewContext,
  { jobId }: Found,
  seconds: number,
  signal: AbortSignal,
): Promise<Found> {
  const read = async () => {
    const { rows } =
      await sql<PreviewRow>`select ${columns} from previews p where p.job_id = ${jobId}`.execute(db);
    const row = rows[0];
    return { row, status: row?.status === 'open' ? 'queued' : 'completed' };
  };
  const { row } = await waitForEnd(changes, jobId, read, seconds, signal);
  return row ?? { jobId, status: 'failed' };
}

/** The answer to a request for a stored preview: its content, that there is none, or that it is still being made. */
export type StoredPreview = Preview | 'none' | 'later';

/** Returns a stored preview of an artifact. It is made once, by a job that no list shows, and deleted with the artifact. */
export async function findStoredPreview(
  context: PreviewContext,
  caller: Caller,
  artifactId: string,
  kind: keyof typeof storedPreviews,
  signal: AbortSignal,
): Promise<StoredPreview> {
  const { type, options, seconds, isUrgent, isCounted } = storedPreviews[kind];
  const request = computeFingerprint({ type, options }).toString('hex');
  const { rows } = await sql<PreviewRow>`
    select ${columns} from previews p where p.artifact_id = ${artifactId} and p.request = ${request}
      and p.workspace_id = ${caller.workspaceId} and p.expires_at > clock_timestamp()`.execute(context.db);
  let found: Found | undefined = rows[0];
  if (!found && isCounted) await takePreview(context, caller);
  try {
    found ??= await begin(context, caller, artifactId, { type, options }, request, isUrgent);
  } catch (error) {
    // The format has no preview, an engine is missing, or the artifact is gone: the page shows an icon.
    if (error instanceof ApiError) return 'none';
    throw error;
  }
  if (!found) return 'later';
  const ended =
    found.status && found.status !== 'open' ? found : await waitForPreview(context, found, seconds, signal);
  return openPreview(context.storage, ended) ?? (ended.status === 'failed' ? 'none' : 'later');
}

function requirePreviewable({ jobTypes }: PreviewContext, { type }: PreviewRequest): void {
  const job = jobTypes.get(type);
  if (!job || !findPreview(job)) throw invalid('type', `There are no previews of ${type}.`);
}

/** Counts a preview. Refuses it if the operations or the previews of the workspace are used up. */
async function takePreview({ db }: PreviewContext, { workspaceId }: Caller): Promise<void> {
  const { rows } = await sql<{ used_up: UsedUp | null }>`
    select preview_take(${workspaceId}) as used_up`.execute(db);
  const { used_up: usedUp } = firstRow(rows);
  if (usedUp) throw await quotaExceeded(db, workspaceId, usedUp);
}

/**
 * Returns what a job would make of an artifact, or undefined if it fails or takes too long. If the caller goes away, the
 * job is stopped. `release` deletes the result, which nobody else needs.
 */
export async function makePreview(
  context: PreviewContext,
  caller: Caller,
  artifactId: string,
  request: PreviewRequest,
  signal: AbortSignal,
): Promise<{ preview: Preview | undefined; release(): Promise<void> }> {
  requirePreviewable(context, request);
  await takePreview(context, caller);
  const { db, storage } = context;
  // Each request has a preview of its own, so that ending one does not end another's.
  const own = newId('job');
  const found = await begin(context, caller, artifactId, request, own, true);
  const release = async () => {
    if (!found) return;
    const { rows } = await sql<{ key: string | null }>`select preview_drop(${found.jobId}) as key`.execute(
      db,
    );
    const { key } = firstRow(rows);
    if (key !== null) await storage.remove(key);
  };
  try {
    const ended = found && (await waitForPreview(context, found, limits.preview.seconds, signal));
    const preview = openPreview(storage, ended);
    if (!preview) await release();
    return { preview, release };
  } catch (error) {
    await release();
    throw error;
  }
}
