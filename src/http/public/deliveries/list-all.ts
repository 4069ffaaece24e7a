import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { AllDeliveriesQuery } from '../../../contract/schemas/webhook.ts';
import { type DeliveryQuery, listDeliveries } from '../../../domain/outgoing/webhooks/deliveries.ts';
import type { App, Services } from '../../app.ts';
import { presentDelivery } from './delivery.ts';

export function listAllDeliveriesRoute(app: App, { db }: Services): void {
  app.get(
    '/deliveries',
    {
      config: {
        readsList: true,
        scope: 'webhooks:read',
        purpose: 'List the deliveries to all webhooks and callbacks.',
      },
      schema: {
        operationId: 'listAllDeliveries',
        summary: 'List deliveries to all webhooks',
        description: 'Newest events first, each with all attempts. Deliveries are kept as long as events.',
        tags: ['Webhooks'],
        querystring: AllDeliveriesQuery,
        response: { 200: Type.Ref('DeliveryList#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async ({ caller, query }) => {
      const which = { ...query, workspaceId: caller.workspaceId } as DeliveryQuery;
      const { deliveries, nextCursor } = await listDeliveries(db, which);
      return { deliveries: deliveries.map(presentDelivery), nextCursor };
    },
  );
}
