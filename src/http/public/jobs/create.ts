import { requireJobType } from '../../../domain/work/jobs/draft.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import type { answerCreated } from './answer.ts';
import { createFromRequest, creationSchema } from './create-from-request.ts';
import { describeNewJob, readInputs } from './new-job.ts';

export function createJobRoute(app: App, services: Services): void {
  const { Body, Documented } = describeNewJob(services.jobTypes);
  app.post(
    '/jobs',
    {
      config: { scope: 'jobs:write', purpose: 'Create a job. Returns a signed upload URL for each input.' },
      bodyLimit: limits.filesBodyBytes,
      schema: {
        operationId: 'createJob',
        summary: 'Create a job',
        description:
          'Creates a job for one file, or for several in `files`. Upload the file to `uploadUrl` with `PUT`, or each of several files to its URL in `uploads`, and then start the job. With `autoStart`, it starts when the last file has arrived. With `inputArtifactId` nothing is uploaded, and with `inputUrl` the service fetches the file itself. Repeating the request with the same `Idempotency-Key` returns the job that was created the first time.',
        tags: ['Jobs'],
        ...creationSchema,
        body: Body,
        'x-body': Documented,
      } as object & { body: typeof Body },
    },
    async (request, reply) => {
      const { type, options } = request.body;
      const files = readInputs(requireJobType(services.jobTypes, type), request.body);
      return answerSingle(
        await createFromRequest(request, reply, services, { type, options, files, scope: 'jobs' }),
      );
    },
  );
}

function answerSingle(job: Awaited<ReturnType<typeof answerCreated>>) {
  const [upload, ...more] = job.uploads ?? [];
  if (!upload || more.length > 0) return job;
  const { index: _, filename: __, role: ___, uploadUrl, ...rest } = upload;
  return { ...job, uploadUrl, upload: { url: uploadUrl, ...rest } };
}
