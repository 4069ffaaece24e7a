import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { WorkspaceJobListQuery } from '../../../contract/schemas/workspace-job.ts';
import { listJobs } from '../../../domain/work/jobs/list.ts';
import { findJobOrigins } from '../../../domain/work/jobs/origins.ts';
import { presentListedJob } from '../../../domain/work/jobs/present.ts';
import type { App, Services } from '../../app.ts';

export function listAllJobsRoute(app: App, { db }: Services): void {
  app.get(
    '/jobs',
    {
      config: { readsList: true, scope: 'jobs:read' },
      schema: {
        operationId: 'listAllJobs',
        summary: 'List jobs',
        description: 'Lists jobs of every source, newest first, each with the key or run that created it.',
        tags: ['Jobs'],
        querystring: WorkspaceJobListQuery,
        response: { 200: Type.Ref('WorkspaceJobList#'), ...describeErrors('validation_failed') },
      },
    },
    async ({ caller, query }) => {
      const { rows, nextCursor } = await listJobs(db, caller, query);
      const origins = await findJobOrigins(
        db,
        rows.map(row => row.id),
      );
      return {
        jobs: rows.map(job => ({ ...presentListedJob(job), origin: origins.get(job.id) ?? {} })),
        nextCursor,
      };
    },
  );
}
