import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { listJobTypes } from '../../../domain/installation/job-types.ts';
import type { App, Services } from '../../app.ts';

export function jobTypesRoute(app: App, services: Services): void {
  app.get(
    '/job-types',
    {
      config: {
        scope: 'jobs:read',
        purpose: 'List job types with their formats and options, and which are available here.',
      },
      schema: {
        operationId: 'listJobTypes',
        summary: 'List job types',
        description:
          'Lists all job types: the formats that each accepts and produces, the schema of its options, and whether this installation can run it.',
        tags: ['Service'],
        response: { 200: Type.Ref('JobTypeList#'), ...describeErrors() },
      },
    },
    () => listJobTypes(services.db, services.jobTypes),
  );
}
