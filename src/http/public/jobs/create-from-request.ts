import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import type { JobSettings } from '../../../contract/schemas/job-settings.ts';
import { takeArrivedArtifacts } from '../../../domain/files/uploads/direct-transfers.ts';
import { createJob } from '../../../domain/work/jobs/create.ts';
import type { JobRequest } from '../../../domain/work/jobs/draft.ts';
import { limits } from '../../../settings/limits.ts';
import type { Services } from '../../app.ts';
import { readIdempotencyKey } from '../../plugins/idempotency.ts';
import { answerCreated } from './answer.ts';
import { type OrderedFiles, prepareFetched } from './read-file.ts';
import { readSettings } from './settings.ts';

/** The headers and responses of the routes that create a job. */
export const creationSchema = {
  headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String()) }),
  response: {
    200: Type.Ref('CreatedJob#'),
    201: Type.Ref('CreatedJob#'),
    ...describeErrors(
      'validation_failed',
      'invalid_file_type',
      'idempotency_conflict',
      'file_too_large',
      'batch_too_large',
      'quota_exceeded',
      'job_not_found',
      'artifact_not_found',
      'not_found',
    ),
  },
};

/** Creates the job that a request describes. Its idempotency key is one of `scope`. */
export async function createFromRequest(
  request: FastifyRequest<{ Body: JobSettings & { autoStart?: boolean } }>,
  reply: FastifyReply,
  services: Services,
  {
    type,
    options,
    files,
    scope,
  }: Pick<JobRequest, 'type' | 'options'> & { files: OrderedFiles; scope: string },
) {
  const { caller, body } = request;
  const key = readIdempotencyKey(request);
  const inputs = await prepareFetched(services, caller, files);
  const given = inputs.files.flatMap(file => ('artifactId' in file ? [file.artifactId] : []));
  // More files than the plan allows are refused below, unless the request is a replay.
  if (given.length <= Math.max(1, caller.plan.merge_files))
    await takeArrivedArtifacts(services, caller, given);
  const created = await createJob(
    { ...services, neverStartedHours: limits.neverStartedHours },
    caller,
    {
      type,
      options,
      settings: await readSettings(services, caller, body),
      autoStart: body.autoStart || undefined,
      ...inputs,
    },
    key === undefined ? undefined : { scope, key },
  );
  return answerCreated(request, reply, services, created);
}
