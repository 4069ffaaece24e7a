import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import { terminalStates } from '../../../contract/states.ts';
import { openOutputs } from '../../../domain/downloads/outputs.ts';
import { readableJob } from '../../../domain/jobs/own.ts';
import { presentJob, zipName } from '../../../domain/jobs/present.ts';
import type { JobRow } from '../../../domain/jobs/rows.ts';
import { waitForEnd } from '../../../domain/jobs/wait.ts';
import type { Submitted } from '../../../domain/submissions/submit.ts';
import type { Services } from '../../app.ts';
import { baseUrl, signing } from '../../plugins/base.ts';
import { hangUp } from '../../plugins/hang-up.ts';
import { describeFile, requireReader } from '../downloads/get.ts';
import { sendZip } from '../downloads/zip.ts';
import { wantsJson } from './request.ts';

/** The outputs themselves: one as it is, several as a zip. */
async function sendOutputs(
  reply: FastifyReply,
  { db, storage }: Services,
  job: JobRow,
): Promise<FastifyReply> {
  const files = await openOutputs(db, storage, job.id);
  const [first] = files;
  if (!first) throw new ApiError('artifact_not_found');
  if (files.length > 1) return sendZip(reply, files, zipName(job));
  const content = await first.read({ start: 0, end: first.size - 1 });
  requireReader(reply);
  describeFile(reply, first);
  // Of the answer to a POST there are no parts to ask for.
  reply.removeHeader('accept-ranges');
  return reply.header('x-artifact-id', first.artifactId).header('content-length', first.size).send(content);
}

const failed = (job: JobRow): ApiError => {
  const { failure } = presentJob(job);
  return new ApiError('processing_failed', { jobId: job.id, ...(failure && { failure }) });
};

/** Waits for the job to end, and answers with what came of it; with the job where it has not ended by then. */
export async function answerJob(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { id, replayed }: Submitted,
  seconds: number,
): Promise<FastifyReply> {
  const read = () => readableJob(services.db, request.caller, id);
  if (replayed) reply.header('idempotency-replayed', 'true');
  reply.header('x-job-id', id);
  const job = await waitForEnd(services.changes, id, read, seconds, hangUp(reply));
  const present = () => presentJob(job, signing(request, services));
  if (!terminalStates.has(job.status))
    return reply
      .code(202)
      .header('location', `${baseUrl(request, services.publicUrl)}/jobs/${id}`)
      .send(present());
  if (job.status === 'failed') throw failed(job);
  if (job.status !== 'completed')
    throw new ApiError('invalid_state', { message: `The job is ${job.status}; it has no files.`, jobId: id });
  return wantsJson(request) ? reply.send(present()) : sendOutputs(reply, services, job);
}
