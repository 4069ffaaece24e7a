import { isErrorCode } from '../../../contract/errors.ts';
import type { Job, ListedJob } from '../../../contract/schemas/job.ts';
import type { Failure, Result } from '../../../contract/schemas/result.ts';
import { failedJobText } from '../../../contract/states.ts';
import { tellFailure } from '../../../contract/tell-failure.ts';
import { tellWarning } from '../../../contract/warnings.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import { makeDownloadLink, makeZipLink } from '../../files/downloads/links.ts';
import type { Signing } from '../../files/signing.ts';
import { makeUploadLink } from '../../files/uploads/link.ts';
import { findReset } from '../../metering/usage/quota.ts';
import { formatTime } from '../../rows/format-time.ts';
import { presentDelivery } from '../outputs/rows.ts';
import type { InputRow, JobRow } from './rows.ts';
import { presentSettings } from './settings.ts';

function presentUpload(job: JobRow, input: InputRow, signing: Signing) {
  const target = {
    jobId: job.id,
    index: input.index,
    contentType: input.content_type,
    size: input.file_size,
  };
  const { url, ...rest } = makeUploadLink(target, signing);
  return {
    index: input.index,
    ...(input.role && { role: input.role }),
    filename: input.filename,
    uploadUrl: url,
    method: 'PUT' as const,
    ...rest,
  };
}

export const presentFile = (output: OutputRow, signing: Signing | undefined) => ({
  index: output.index,
  artifactId: output.id,
  filename: output.filename,
  contentType: output.content_type,
  size: output.size,
  sha256: output.sha256,
  ...(signing && makeDownloadLink(output, signing)),
  metadata: output.metadata,
});

/** Makes the filename of the zip with all outputs. */
export const nameZip = (job: JobRow): string => makeOutputName(job.inputs[0]?.filename ?? job.type, '.zip');

const presentInput = (row: InputRow) => ({
  index: row.index,
  ...(row.role && { role: row.role }),
  filename: row.filename,
  contentType: row.content_type,
  fileSize: row.file_size,
  uploaded: row.uploaded,
  ...(row.sha256 && { sha256: row.sha256 }),
  ...(row.artifact_id && { artifactId: row.artifact_id }),
  ...(row.fetch && {
    fetch: {
      status: row.fetch.status,
      failedAttempts: row.fetch.failures,
      ...(row.fetch.due_at && { nextAttemptAt: formatTime(row.fetch.due_at) }),
    },
  }),
});

/** Presents the failure of a job or a step as callers may see it. */
export function presentFailure(
  row: Pick<JobRow, 'diagnostic_id' | 'failure_reason' | 'failure_option' | 'failure_message'>,
): Failure {
  const message = row.failure_message ?? (row.failure_reason && tellFailure(row.failure_reason).message);
  return {
    code: 'processing_failed',
    diagnosticId: row.diagnostic_id!,
    ...(row.failure_reason && { reason: row.failure_reason }),
    ...(row.failure_option && { option: row.failure_option }),
    ...(message && { message }),
  };
}

/** Presents what a completed job made, or the last step of a completed run. `zip` is the filename of the zip with all outputs. */
export function presentResult(
  job: Pick<JobRow, 'id' | 'outputs' | 'file_count' | 'engines' | 'warnings' | 'duration_ms'> &
    Partial<Pick<JobRow, 'reused_from' | 'delivery'>>,
  zip: string,
  signing: Signing | undefined,
): Result {
  const files = job.outputs.map(output => presentFile(output, signing));
  const [first] = files;
  return {
    files,
    fileCount: job.file_count,
    ...(first?.downloadUrl && { downloadUrl: first.downloadUrl }),
    ...(signing && job.file_count > 1 && makeZipLink(job.id, zip, signing)),
    engines: job.engines ?? [],
    ...(job.warnings && {
      warnings: job.warnings.map(({ code, detail, ...rest }) => ({
        code,
        message: tellWarning({ code, ...(detail && { detail }) }),
        ...rest,
      })),
    }),
    durationMs: job.duration_ms ?? 0,
    ...(job.delivery && presentDelivery(job.delivery)),
    ...(job.reused_from && { reusedFrom: job.reused_from }),
  };
}

/** Presents the reason why a job with `autoStart` has not started. */
function presentStartRefusal(job: JobRow): Job['startRefused'] {
  const { start_refused: quota, start_refused_at: at } = job;
  if (!quota || !at) return undefined;
  if (isErrorCode(quota)) return { code: quota };
  const resetsAt = findReset(quota, at, job.storage_freed_at);
  return { code: 'quota_exceeded', quota, resetsAt: formatTime(resetsAt) };
}

/** Presents a job as the contract shows it. Without `signing` it has no signed addresses, as in lists and events. */
export function presentJob(job: JobRow, signing?: Signing): Job {
  const open = job.status === 'pending' || job.status === 'uploading';
  const startRefused = open ? presentStartRefusal(job) : undefined;
  return {
    id: job.id,
    type: job.type,
    status: job.status,
    progress: job.progress,
    source: job.source,
    ...(job.batch_id && { batchId: job.batch_id }),
    options: job.options,
    ...presentSettings(job),
    inputCount: job.input_count,
    inputs: job.inputs.map(presentInput),
    ...(open &&
      signing?.mayUpload &&
      job.source !== 'recipe' && {
        uploads: job.inputs
          .filter(each => !each.given && !each.fetch)
          .map(each => presentUpload(job, each, signing)),
      }),
    ...(startRefused && { startRefused }),
    createdAt: formatTime(job.created_at),
    ...(job.queued_at && { queuedAt: formatTime(job.queued_at) }),
    ...(job.started_at && { startedAt: formatTime(job.started_at) }),
    ...(job.completed_at && { completedAt: formatTime(job.completed_at) }),
    ...(job.expires_at && { expiresAt: formatTime(job.expires_at) }),
    credits: job.credits,
    ...(job.status === 'completed' && { result: presentResult(job, nameZip(job), signing) }),
    ...(job.status === 'failed' && {
      error: failedJobText,
      failure: presentFailure(job),
    }),
  };
}

/** Presents a job as lists show it: without files and addresses. */
export function presentListedJob(row: JobRow): ListedJob {
  const { result, ...job } = presentJob(row);
  if (!result) return job;
  const { files, ...rest } = result;
  return { ...job, result: rest };
}
