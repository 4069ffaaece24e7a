import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { JobTypeQuery } from '../../../contract/schemas/service.ts';
import { getJobType } from '../../../domain/installation/job-types.ts';
import type { App, Services } from '../../app.ts';

export function getJobTypeRoute(app: App, services: Services): void {
  app.get(
    '/job-types/:id',
    {
      config: { scope: 'jobs:read' },
      schema: {
        operationId: 'getJobType',
        summary: 'Fetch a job type',
        description:
          'With `input` and `outputFormat`, only the options that have an effect on that conversion.',
        tags: ['Service'],
        params: JobParams,
        querystring: JobTypeQuery,
        response: { 200: Type.Ref('JobType#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    ({ params, query }) => getJobType(services.db, services.jobTypes, params.id, query),
  );
}
