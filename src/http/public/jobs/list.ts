import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobListQuery } from '../../../contract/schemas/job.ts';
import { requireJobType } from '../../../domain/work/jobs/draft.ts';
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
          'Lists the jobs created with a key, newest first. Pass the `nextCursor` of a page to get the next one. Lists contain no files and no URLs.',
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
