import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobListQuery } from '../../../contract/schemas/job.ts';
import { requireJobType } from '../../../domain/work/jobs/create.ts';
import { listJobs } from '../../../domain/work/jobs/list.ts';
import { presentListedJob } from '../../../domain/work/jobs/present.ts';
import type { App, Services } from '../../app.ts';

export function listJobsRoute(app: App, services: Services): void {
  app.get(
    '/jobs',
    {
      config: {
        readsList: true,
        scope: 'jobs:read',
        purpose: "List API-created jobs of the key's owner, newest first.",
      },
      schema: {
        operationId: 'listJobs',
        summary: 'List jobs',
        description:
          'Those made with a key, newest first. A page is asked for with the `nextCursor` of the page before; lists carry no files and no addresses.',
        tags: ['Jobs'],
        querystring: JobListQuery,
        response: { 200: Type.Ref('JobList#'), ...describeErrors('validation_failed') },
      },
    },
    async request => {
      if (request.query.type !== undefined) requireJobType(services.jobTypes, request.query.type);
      const { rows, nextCursor } = await listJobs(services.db, request.caller, request.query);
      return { jobs: rows.map(presentListedJob), nextCursor };
    },
  );
}
