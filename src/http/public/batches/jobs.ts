import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { PageQuery } from '../../../contract/schemas/page.ts';
import { findBatch } from '../../../domain/work/batches/rows.ts';
import { listJobs } from '../../../domain/work/jobs/list.ts';
import { presentListedJob } from '../../../domain/work/jobs/present.ts';
import type { App, Services } from '../../app.ts';

export function listBatchJobsRoute(app: App, services: Services): void {
  app.get(
    '/batches/:id/jobs',
    {
      config: { readsList: true, scope: 'jobs:read', purpose: 'List the jobs of a batch, newest first.' },
      schema: {
        operationId: 'listBatchJobs',
        summary: 'List the jobs of a batch',
        description:
          'Lists the jobs newest first, as in `GET /jobs`; for a recipe, the jobs of all steps. Inputs whose jobs are not created yet are only in the manifest.',
        tags: ['Batches'],
        params: JobParams,
        querystring: PageQuery,
        response: { 200: Type.Ref('JobList#'), ...describeErrors('validation_failed', 'batch_not_found') },
      },
    },
    async ({ caller, params: { id }, query }) => {
      await findBatch(services.db, caller, id);
      const { rows, nextCursor } = await listJobs(services.db, caller, { ...query, batchId: id });
      return { jobs: rows.map(presentListedJob), nextCursor };
    },
  );
}
