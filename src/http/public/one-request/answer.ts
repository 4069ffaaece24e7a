import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import type { Job } from '../../../contract/schemas/job.ts';
import type { Failure } from '../../../contract/schemas/result.ts';
import { failedJobText, terminalStates } from '../../../contract/states.ts';
import { type OutputDownload, openOutputs } from '../../../domain/files/downloads/outputs.ts';
import { type InProcessResult, openResult } from '../../../domain/work/jobs/in-process-results.ts';
import { presentJob } from '../../../domain/work/jobs/present.ts';
import { requireReadableJob } from '../../../domain/work/jobs/require-job.ts';
import { presentRun } from '../../../domain/work/recipes/present.ts';
import { findRun } from '../../../domain/work/recipes/runs.ts';
import { type JobEnd, readEnd } from '../../../domain/work/submissions/job-end.ts';
import type { Submitted } from '../../../domain/work/submissions/submit.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { Services } from '../../app.ts';
import { getBaseUrl, makeSigning } from '../../plugins/service-url.ts';
import { waitFor } from '../../plugins/wait.ts';
import { countDownload, describeFile } from '../downloads/get.ts';
import { noteWhenSent, sendZip } from '../downloads/zip.ts';
import { wantsJson } from './request.ts';

/** How long to wait for the end of the job, and since when it may have ended, by `performance.now()`. */
export interface Waiting {
  seconds: number;
  since: number;
}

export type SendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  submitted: Submitted,
  waiting: Waiting,
) => Promise<FastifyReply>;

/** Sends one output as it is, and several as a zip. */
async function sendOutputs(
  reply: FastifyReply,
  files: OutputDownload[],
  zipName: string,
  warnings: readonly { code: string }[],
): Promise<FastifyReply> {
  const [first] = files;
  if (warnings.length > 0)
    reply.header('x-warnings', [...new Set(warnings.map(({ code }) => code))].join(', '));
  if (!first) throw new ApiError('artifact_not_found');
  if (files.length > 1) return sendZip(reply, files, zipName);
  countDownload(reply, first.workspaceId);
  const content = await first.read({ start: 0, end: first.size - 1 });
  describeFile(reply, first);
  // The answer to a POST cannot be requested in ranges.
  reply.removeHeader('accept-ranges');
  return reply.header('x-artifact-id', first.artifactId).header('content-length', first.size).send(content);
}

/** Tells whether the caller wants an error in place of a job that has not ended in time. */
const failsOnTimeout = ({ submission }: FastifyRequest): boolean => submission.query.onTimeout === 'fail';

/** Tells whether the files are deleted once they were sent. */
const deletesFiles = ({ submission }: FastifyRequest): boolean =>
  submission.settings.deleteAfterDownload === true;

/** Makes the answer for a job or a run that failed. */
const processingFailed = (ids: { jobId?: string; runId?: string }, failure: Failure | undefined): ApiError =>
  new ApiError('processing_failed', {
    message: failure?.message ?? failedJobText,
    ...ids,
    ...(failure && { failure }),
  });

/** Returns the state of a new job or run, which need not be read. That of a replayed one is unknown. */
const makeEarlyRead = <Row extends { status: string }>(
  { replayed }: Submitted,
  { since }: Waiting,
  row: Row,
) => (replayed ? undefined : { row, at: since });

/** Waits for the end of a job. Returns its state also if it has not ended in time. */
async function waitForJob(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  submitted: Submitted,
  waiting: Waiting,
): Promise<JobEnd> {
  const { db, storage } = services;
  const { id } = submitted;
  const present = (end: InProcessResult): JobEnd => ({
    status: 'completed',
    zipName: '',
    files: [openResult(db, storage, end)],
    warnings: end.warnings,
  });
  if (submitted.end) return present(submitted.end);
  const expected = services.inProcessResults.expect(id);
  const read = async (): Promise<JobEnd> => {
    // A notification may arrive a moment before the end that this process has made.
    if (!expected.result) await letOthersRun();
    return expected.result ? present(expected.result) : readEnd(db, storage, request.caller, id);
  };
  const queued: JobEnd = { status: 'queued', zipName: '', files: [], warnings: [] };
  const early = makeEarlyRead(submitted, waiting, queued);
  return waitFor(request, reply, services, id, read, waiting.seconds, early).finally(expected.forget);
}

/** Waits for the job to end and answers with its outputs, or with the job if it has not ended in time. */
export const answerJob: SendAnswer = async (request, reply, services, submitted, waiting) => {
  const { db } = services;
  const { id } = submitted;
  reply.header('x-job-id', id);
  const readJob = async () =>
    presentJob(await requireReadableJob(db, request.caller, id), makeSigning(request, services));
  const answerWithPlace = (job: Job) => {
    const location = `${getBaseUrl(request, services.publicUrl)}/jobs/${id}`;
    if (failsOnTimeout(request)) throw new ApiError('not_done_yet', { jobId: id }, { location });
    return reply.code(202).header('location', location).send(job);
  };
  // A caller that does not wait always gets the job's address, however quickly the job is done.
  if (waiting.seconds === 0 && !submitted.replayed) return answerWithPlace(await readJob());
  const end = await waitForJob(request, reply, services, submitted, waiting);
  if (end.status === 'completed' && !wantsJson(request)) {
    if (deletesFiles(request)) noteWhenSent(reply, services, end.files);
    return sendOutputs(reply, end.files, end.zipName, end.warnings);
  }
  const job = await readJob();
  if (job.status === 'completed') return reply.send(job);
  if (job.status === 'failed') throw processingFailed({ jobId: id }, job.failure);
  if (terminalStates.has(job.status as never))
    throw new ApiError('invalid_state', { message: `The job is ${job.status}; it has no files.`, jobId: id });
  return answerWithPlace(job);
};

/** Waits for a run to end and answers with the files of its result. */
export const answerRun: SendAnswer = async (request, reply, services, { id }, waiting) => {
  const { db, storage } = services;
  reply.header('x-run-id', id);
  const read = () => findRun(db, request.caller.workspaceId, id);
  const row = await waitFor(request, reply, services, id, read, waiting.seconds);
  const run = presentRun(row, makeSigning(request, services));
  if (run.status === 'failed') {
    const { failure, jobId } = run.steps.find(step => step.failure) ?? {};
    throw processingFailed({ runId: id, ...(jobId && { jobId }) }, failure);
  }
  if (run.status === 'canceled')
    throw new ApiError('invalid_state', { message: 'The run is canceled; it has no files.', runId: id });
  if (run.status !== 'completed') {
    const location = `${getBaseUrl(request, services.publicUrl)}/recipe-runs/${id}`;
    if (failsOnTimeout(request)) throw new ApiError('not_done_yet', { runId: id }, { location });
    return reply.code(202).header('location', location).send(run);
  }
  if (wantsJson(request)) return reply.send(run);
  const files = await openOutputs(db, storage, id);
  // All steps that make the result of a branching recipe may have been skipped.
  if (files.length === 0) return reply.send(run);
  const { jobId } = run.steps.at(-1)!;
  if (jobId) reply.header('x-job-id', jobId);
  if (deletesFiles(request)) noteWhenSent(reply, services, files);
  return sendOutputs(
    reply,
    files,
    makeOutputName(files[0]?.filename ?? 'run', '.zip'),
    run.result?.warnings ?? [],
  );
};
