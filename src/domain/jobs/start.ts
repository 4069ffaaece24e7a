import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import type { FormatId } from '../../formats/formats.ts';
import { zip } from '../../lists.ts';
import type { Claim } from '../../queue/claim.ts';
import type { Turns } from '../../queue/turns.ts';
import type { Caller } from '../caller.ts';
import { quotaExceeded } from '../usage/quota.ts';
import { requireOwnJob } from './own.ts';
import type { RecentJobs } from './recent.ts';
import type { JobRow } from './rows.ts';

export interface StartContext {
  db: Database;
  turns: Pick<Turns, 'start'>;
  /** Where jobs run in this process. */
  recentJobs?: RecentJobs | undefined;
}

/** The claim that a start is likely to return, where all that the job needs has just come here. */
function foresee(recent: RecentJobs | undefined, job: JobRow): Claim | undefined {
  const files = recent?.takeInputs(job.id, job.inputs.length);
  if (!files || job.sealed || job.status !== 'pending') return undefined;
  return {
    id: job.id,
    workspaceId: job.workspace_id,
    type: job.type,
    attempt: 1,
    options: job.options,
    secret: null,
    runId: null,
    inputs: zip(job.inputs, files).map(([{ index, filename, format }, file]) => ({
      ...file,
      index,
      filename,
      format: format as FormatId,
    })),
    runsModels: false,
    waited: 0,
    trace: null,
  };
}

/**
 * Queues a job that was just `read`, or is known since it was made, and returns it. Safe to repeat: one already queued,
 * processing or completed is left as it is.
 */
export async function start(
  { db, turns, recentJobs }: StartContext,
  caller: Caller,
  read: JobRow,
): Promise<JobRow> {
  if (read.source === 'recipe') throw new ApiError('job_not_found');
  const { id, workspace_id } = read;
  const claim = foresee(recentJobs, read);
  const began = performance.now();
  const { outcome, version, claimed, completed, queued_at, credits } = await turns.start(
    { id, workspace_id },
    claim && { claim, cap: caller.plan.concurrency },
  );
  // Where nothing else came in between, this is what that changed. Whoever took it on at once has changed it once more, and twice
  // who has done it.
  const queued = version - Number(claimed) - 2 * Number(completed);
  if (outcome === 'started' && queued === read.version + 1) {
    const job: JobRow = {
      ...read,
      status: 'queued',
      queued_at: new Date(queued_at),
      version: queued,
      credits,
      expires_at: null,
    };
    if (claimed) recentJobs?.noteUnderWay(job, began);
    return job;
  }
  if (outcome === 'gone') throw new ApiError('job_not_found');
  const job = await requireOwnJob(db, caller, id);
  switch (outcome) {
    case 'started':
    case 'already':
      return job;
    case 'ended':
      throw new ApiError('job_not_startable', { message: `The job is ${job.status}.` });
    case 'incomplete':
      throw new ApiError('job_not_startable', {
        message: job.inputs.some(input => input.given && input.artifact_id === null)
          ? 'The artifact this job was given is no longer kept.'
          : 'Not every input is uploaded: PUT each to its uploadUrl first.',
        missingUploads: job.inputs.filter(input => !input.uploaded).map(input => input.index),
      });
    default:
      throw await quotaExceeded(db, caller.workspaceId, outcome);
  }
}
