import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { readJobHistory } from '../../../domain/outgoing/job-history.ts';
import type { App, Services } from '../../app.ts';
import { presentDelivery } from '../../public/deliveries/delivery.ts';

export function jobHistoryRoute(app: App, { db }: Services): void {
  app.get(
    '/jobs/:id/history',
    {
      config: { readsList: true, scope: 'jobs:read' },
      schema: {
        operationId: 'getJobHistory',
        summary: 'Fetch the history of a job',
        description: 'The states of a job with their times, its events, and their deliveries.',
        tags: ['Jobs'],
        params: JobParams,
        response: { 200: Type.Ref('JobHistory#'), ...describeErrors('job_not_found') },
      },
    },
    async ({ caller, params }) => {
      const { deliveries, ...history } = await readJobHistory(db, caller, params.id);
      return { ...history, deliveries: deliveries.map(presentDelivery) };
    },
  );
}
