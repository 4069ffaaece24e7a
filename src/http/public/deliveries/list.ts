import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { DeliveryListQuery } from '../../../contract/schemas/webhook.ts';
import { type DeliveryQuery, listDeliveries } from '../../../domain/outgoing/webhooks/deliveries.ts';
import type { App, Services } from '../../app.ts';
import { presentDelivery } from './delivery.ts';

export function listDeliveriesRoute(app: App, { db }: Services): void {
  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { readsList: true, scope: 'webhooks:read', purpose: 'List the deliveries to a webhook.' },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List deliveries',
        description: 'Newest events first, each with all attempts. Deliveries are kept as long as events.',
        tags: ['Webhooks'],
        params: JobParams,
        querystring: DeliveryListQuery,
        response: { 200: Type.Ref('DeliveryList#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async ({ caller, params, query }) => {
      const which = { ...query, webhookId: params.id, workspaceId: caller.workspaceId } as DeliveryQuery;
      const { deliveries, nextCursor } = await listDeliveries(db, which);
      return { deliveries: deliveries.map(presentDelivery), nextCursor };
    },
  );
}
