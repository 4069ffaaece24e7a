import { type RawBuilder, sql } from 'kysely';
import type { ErrorCode, QuotaKey } from '../../../contract/errors.ts';
import { isId } from '../../../contract/ids.ts';
import type { FailureReason, JobSource, JobState } from '../../../contract/states.ts';
import type { Warning } from '../../../contract/warnings.ts';
import { compileOnce } from '../../../db/compile-once.ts';
import type { Database } from '../../../db/database.ts';
import type { EngineUse } from '../../../db/tables/jobs.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import { limits } from '../../../settings/limits.ts';
import { selectStorageFreed } from '../../metering/usage/quota.ts';
import type { Asker } from '../../people/caller.ts';
import { type DeliveryRow, selectDelivery } from '../outputs/rows.ts';
import type { SettingsRow } from './settings.ts';

export interface FetchRow {
  status: 'waiting' | 'done' | 'failed';
  failures: number;
  due_at: string | null;
}

export interface InputRow {
  index: number;
  /** Null if its job type has no roles. */
  role: string | null;
  filename: string;
  content_type: string;
  format: string;
  file_size: number;
  /** Whether it is an artifact that existed before the job, so that nothing is uploaded. */
  given: boolean;
  uploaded: boolean;
  sha256: string | null;
  artifact_id: string | null;
  /** This is the state of the download if the service fetches the input from a URL. */
  fetch: FetchRow | null;
}

/** A job with its files, as one statement reads it. */
export interface JobRow extends SettingsRow {
  id: string;
  workspace_id: string;
  type: string;
  status: JobState;
  source: JobSource;
  options: Record<string, unknown>;
  progress: number;
  credits: number;
  /** Whether it has secret options, which are not in `options`. */
  sealed: boolean;
  version: number;
  auto_start: boolean;
  /** The quota or error code that kept the job from starting automatically, and when. */
  start_refused: QuotaKey | ErrorCode | null;
  start_refused_at: Date | null;
  /** The time when storage is freed, if the quota of storage kept the job from starting. */
  storage_freed_at: Date | null;
  /** The batch that created it. */
  batch_id: string | null;
  /** How far its result is on its way to `output`, once it has completed. */
  delivery: DeliveryRow | null;
  /** The earlier job whose files are the result of this one. */
  reused_from: string | null;
  created_at: Date;
  queued_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  /** Null for a queued or running job: its files are kept until it has ended. */
  expires_at: Date | null;
  engines: EngineUse[] | null;
  duration_ms: number | null;
  failure_reason: FailureReason | null;
  failure_option: string | null;
  failure_message: string | null;
  warnings: Warning[] | null;
  diagnostic_id: string | null;
  input_count: number;
  /** All inputs, or as many as the statement asked for. */
  inputs: InputRow[];
  file_count: number;
  /** The first outputs, as many as the statement asked for. */
  outputs: OutputRow[];
}

/** A job with one input shows `uploading` while that is uploaded or fetched. A job with several never does. */
const status = sql`
  case when j.status = 'pending' and exists (select from job_inputs i where i.job_id = j.id
      and (i.upload_lease > clock_timestamp() or exists
        (select from input_fetches f where f.job_id = j.id and f.status = 'waiting')) and not exists
        (select from job_inputs other where other.job_id = j.id and other.index > 0))
    then 'uploading' else j.status end`;

/** How much of a job's files a statement reads. */
interface Extent {
  /** All, unless a number is given. */
  inputs?: number;
  files: number;
}

const whole: Extent = { files: limits.answerFiles };
/** The extent that lists read: a page of jobs may have a million files. */
export const listed: Extent = { inputs: limits.listedInputs, files: 0 };

/** The columns of an output, as `OutputRow` has them. */
export const outputJson = sql`json_build_object('id', a.id, 'index', a.index, 'filename', a.filename,
  'content_type', a.content_type, 'format', a.format, 'size', a.size, 'sha256', a.sha256, 'storage_key', a.storage_key,
  'metadata', a.metadata)`;

/** Selects a job's first outputs. They are numbered from 0 without gaps. */
export const selectFirstOutputs = (jobId: RawBuilder<unknown>, most: number): RawBuilder<OutputRow[]> => sql`
  coalesce((select json_agg(${outputJson} order by a.index) from artifacts a
    where a.job_id = ${jobId} and a.role = 'output' and a.index < ${sql.lit(most)}), '[]')`;

/** Counts a job's outputs by their highest number, which is one look-up in an index. */
export const countOutputs = (jobId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce((select max(a.index) + 1 from artifacts a where a.job_id = ${jobId} and a.role = 'output'), 0)`;

/** The job that has the files: an earlier one, if its result is reused. */
const resultJob = sql`coalesce(j.reused_from, j.id)`;

export function selectJobs(
  condition: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
  extent: Extent = whole,
): RawBuilder<JobRow> {
  return sql<JobRow>`
    select j.id, j.workspace_id, j.type, ${status} as status, j.source, j.options, j.metadata, j.retention_hours, j.delete_after_download,
      j.callback_url, j.output, ${selectDelivery(sql`j.id`, sql`j.output`)} as delivery, j.progress, j.credits,
      j.secret is not null as sealed, j.version, j.auto_start, j.start_refused, j.start_refused_at,
      case when j.start_refused = 'storage_bytes' then ${selectStorageFreed(sql`j.workspace_id`)} end as storage_freed_at, j.batch_id, j.reused_from, j.created_at, j.queued_at, j.started_at, j.completed_at, nullif(j.expires_at, 'infinity') as expires_at,
      j.engines, j.duration_ms, j.failure_reason, j.failure_option, j.failure_message, j.warnings, j.diagnostic_id,
      coalesce((select json_agg(json_build_object('index', i.index, 'role', i.role, 'filename', i.filename, 'content_type', i.content_type,
          'format', i.format, 'file_size', i.file_size, 'given', i.given, 'uploaded', i.uploaded_at is not null, 'sha256', i.sha256,
          'artifact_id', i.artifact_id, 'fetch', (select json_build_object('status', f.status, 'failures', f.failures,
            'due_at', case when f.status = 'waiting' and f.failures > 0 then f.due_at end)
            from input_fetches f where f.job_id = i.job_id and f.index = i.index)) order by i.index)
        from job_inputs i where i.job_id = j.id${extent.inputs === undefined ? sql`` : sql` and i.index < ${sql.lit(extent.inputs)}`}), '[]') as inputs,
      coalesce((select max(i.index) + 1 from job_inputs i where i.job_id = j.id), 0) as input_count,
      ${selectFirstOutputs(resultJob, extent.files)} as outputs, ${countOutputs(resultJob)} as file_count
    from jobs j where ${condition} ${rest}`;
}

/** Matches jobs whose status, as `selectJobs` reads it, is the wanted one. */
export const matchStatus = (wanted: JobState): RawBuilder<unknown> =>
  wanted === 'uploading' || wanted === 'pending'
    ? sql`j.status = 'pending' and ${status} = ${wanted}`
    : sql`j.status = ${wanted}`;

/** The sources of jobs that nobody sees: those that only hold an artifact, make a preview, or check a golden file. */
export const hiddenSources = sql`('upload', 'preview', 'check')`;

/** Keys do not see what was made in the web workspace. */
export const isVisible = ({ source }: Pick<Asker, 'source'>): RawBuilder<boolean> =>
  source === 'workspace'
    ? sql`j.source not in ${hiddenSources}`
    : sql`j.source <> 'workspace' and j.source not in ${hiddenSources}`;

/** Reads a job in the same statement as the key of the request that names it. */
export const jobWithKey = {
  isId: (id: string): boolean => isId('job', id),
  select: (id: RawBuilder<string>, workspaceId: RawBuilder<string>): RawBuilder<JobRow> =>
    selectJobs(
      sql`j.id = ${id} and j.workspace_id = ${workspaceId} and j.deleted_at is null and ${isVisible({ source: 'api' })}`,
    ),
};

const readBy = (source: Asker['source']) =>
  compileOnce((id: string, workspaceId: string) =>
    selectJobs(
      sql`j.id = ${id} and j.workspace_id = ${workspaceId} and j.deleted_at is null and ${isVisible({ source })}`,
    ),
  );
const statements = { api: readBy('api'), workspace: readBy('workspace') };

/** Finds a job of the workspace, or undefined if the caller must not see it. */
export const findJob = async (
  db: Database,
  { source, workspaceId }: Asker,
  id: string,
): Promise<JobRow | undefined> =>
  isId('job', id) ? (await statements[source](db, id, workspaceId))[0] : undefined;
