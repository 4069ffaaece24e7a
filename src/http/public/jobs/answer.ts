import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CreatedJob } from '../../../contract/schemas/job.ts';
import { noticeArrived } from '../../../domain/files/uploads/direct-transfers.ts';
import type { Caller } from '../../../domain/people/caller.ts';
import type { Created } from '../../../domain/work/jobs/create.ts';
import { presentJob } from '../../../domain/work/jobs/present.ts';
import { requireReadableJob } from '../../../domain/work/jobs/require-job.ts';
import type { JobRow } from '../../../domain/work/jobs/rows.ts';
import type { Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

/** Reads a job. If it has `autoStart`, files that callers have sent to the store are taken first. `early` is the job if it was read already. */
export async function readJob(
  services: Pick<Services, 'db' | 'storage'>,
  caller: Caller,
  id: string,
  early?: JobRow,
): Promise<JobRow> {
  const read = () => requireReadableJob(services.db, caller, id);
  const job = early ?? (await read());
  return (await noticeArrived(services, caller, job)) ? read() : job;
}

/** Presents the job as it is now, with newly signed addresses. */
export async function presentCurrentJob(request: FastifyRequest, services: Services, id: string) {
  const job = await requireReadableJob(services.db, request.caller, id);
  return presentJob(job, makeSigning(request, services));
}

/** Answers a request that creates a job: 201 for a new job, 200 with a header for a replayed one. */
export async function answerCreated(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  created: Created,
): Promise<CreatedJob> {
  const job = created.replayed
    ? await presentCurrentJob(request, services, created.jobId)
    : presentJob(created.job, makeSigning(request, services));
  request.jobId = job.id;
  if (created.replayed) reply.header('idempotency-replayed', 'true');
  reply.code(created.replayed ? 200 : 201);
  return { ...job, jobId: job.id };
}
