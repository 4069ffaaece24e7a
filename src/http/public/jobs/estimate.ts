import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { takeArrivedArtifacts } from '../../../domain/files/uploads/direct-transfers.ts';
import { estimateJob } from '../../../domain/work/estimates/estimate.ts';
import { requireJobType } from '../../../domain/work/jobs/draft.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';
import { describeNewJob, readInputs } from './new-job.ts';

export function estimateJobRoute(app: App, services: Services): void {
  const { Body, Documented } = describeNewJob(services.jobTypes);
  app.post(
    '/jobs/estimate',
    {
      config: { scope: 'jobs:read', purpose: 'Say what a job would take, without creating it.' },
      bodyLimit: limits.filesBodyBytes,
      schema: {
        operationId: 'estimateJob',
        summary: 'Estimate a job',
        description:
          'Takes the body of `POST /jobs` and says whether the options fit the file, which engines would run, how long similar jobs took here, and how many operations and credits it would use. It stores nothing. A job that would be refused is answered with `accepted: false` and the reasons in `warnings`.',
        tags: ['Jobs'],
        body: Body,
        response: {
          200: Type.Ref('Estimate#'),
          ...describeErrors('validation_failed', 'artifact_not_found'),
        },
        'x-body': Documented,
      } as object & { body: typeof Body },
    },
    async request => {
      const { type, options, autoStart, metadata, retentionHours, reuse } = request.body;
      const inputs = readInputs(requireJobType(services.jobTypes, type), request.body);
      const given = inputs.files.flatMap(file => ('artifactId' in file ? [file.artifactId] : []));
      if (given.length <= Math.max(1, request.caller.plan.merge_files))
        await takeArrivedArtifacts(services, request.caller, given);
      return estimateJob(services, request.caller, {
        type,
        options,
        settings: {
          ...(metadata && { metadata }),
          ...(retentionHours !== undefined && { retentionHours }),
          ...(reuse && { reuse }),
        },
        autoStart: autoStart || undefined,
        ...inputs,
      });
    },
  );
}
