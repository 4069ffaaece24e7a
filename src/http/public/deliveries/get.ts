import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { getDelivery, readDeliveredBody } from '../../../domain/outgoing/webhooks/deliveries.ts';
import type { App, Services } from '../../app.ts';
import { DeliveryParams, presentDelivery } from './delivery.ts';

export function getDeliveryRoute(app: App, { db }: Services): void {
  app.get(
    '/webhooks/:id/deliveries/:eventId',
    {
      config: { scope: 'webhooks:read', purpose: 'Fetch a delivery with all attempts.' },
      schema: {
        operationId: 'getDelivery',
        summary: 'Fetch a delivery',
        description: 'Includes all attempts and the body that is sent.',
        tags: ['Webhooks'],
        params: DeliveryParams,
        response: { 200: Type.Ref('Delivery#'), ...describeErrors('not_found') },
      },
    },
    async ({ caller, params }) => {
      const ref = { id: params.id, workspaceId: caller.workspaceId };
      const delivery = await getDelivery(db, ref, params.eventId);
      const body = await readDeliveredBody(db, params.eventId);
      return { ...presentDelivery(delivery), ...(body !== undefined && { body }) };
    },
  );
}
