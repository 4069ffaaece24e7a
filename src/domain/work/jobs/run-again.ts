import { ApiError, invalid } from '../../../contract/errors.ts';
import type { Caller } from '../../people/caller.ts';
import { createJob } from './create.ts';
import { type CreateContext, requireJobType } from './draft.ts';
import { requireReadableJob } from './require-job.ts';
import type { JobRow } from './rows.ts';
import { type StartContext, start } from './start.ts';

export interface RunAgain {
  /** The options of the new job; by default those of the earlier one. */
  options?: Record<string, unknown>;
}

/** Makes and starts a new job with the input files of an earlier one, which are not uploaded again. */
export async function runAgain(
  context: CreateContext & StartContext,
  caller: Caller,
  jobId: string,
  { options }: RunAgain,
): Promise<JobRow> {
  const { db, jobTypes } = context;
  const before = await requireReadableJob(db, caller, jobId);
  const job = requireJobType(jobTypes, before.type);
  const files = before.inputs.map(({ artifact_id: artifactId }) => {
    if (!artifactId)
      throw new ApiError('invalid_state', {
        message: 'The files of this job were never uploaded, or are erased; it cannot be run again.',
      });
    return { artifactId };
  });
  const created = await createJob(
    context,
    caller,
    {
      type: job.id,
      files,
      options: options ?? before.options,
      settings: { metadata: before.metadata },
      at: index => `inputs.${index}`,
    },
    undefined,
  );
  if (created.replayed) throw invalid('id', 'A job that is run again has no idempotency key.');
  return start(context, caller, created.job);
}
