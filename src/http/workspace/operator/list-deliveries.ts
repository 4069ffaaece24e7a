import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobDeliveriesQuery } from '../../../contract/schemas/webhook.ts';
import {
  type JobDeliveryQuery,
  listDeliveriesOfJob,
} from '../../../domain/outgoing/webhooks/deliveries-of-job.ts';
import type { App, Services } from '../../app.ts';
import { presentDelivery } from '../../public/deliveries/delivery.ts';

export function listDeliveriesOfJobRoute(app: App, { db }: Services): void {
  app.get(
    '/operator/deliveries',
    {
      config: { operator: true },
      schema: {
        operationId: 'listDeliveriesOfJob',
        summary: 'List deliveries of a job',
        description:
          'For operators: the webhook deliveries for a job of any workspace, found by its id or by the diagnostic id of a failure, with every attempt.',
        tags: ['Operator'],
        querystring: JobDeliveriesQuery,
        response: {
          200: Type.Ref('DeliveryList#'),
          ...describeErrors('validation_failed', 'not_found', 'job_not_found'),
        },
      },
    },
    async ({ query }) => {
      const { deliveries, nextCursor } = await listDeliveriesOfJob(db, query as JobDeliveryQuery);
      return { deliveries: deliveries.map(presentDelivery), nextCursor };
    },
  );
}
