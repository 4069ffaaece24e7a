import { Type } from 'typebox';
import { errorResponses } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { DeliveryListQuery } from '../../../contract/schemas/webhook.ts';
import {
  type Delivery,
  type DeliveryQuery,
  getDelivery,
  listDeliveries,
  redeliver,
} from '../../../domain/webhooks/deliveries.ts';
import type { App, Services } from '../../app.ts';

const tags = ['Webhooks'];
const DeliveryParams = Type.Object({ id: Type.String(), eventId: Type.String() });

const present = ({ createdAt, nextAt, endedAt, ...rest }: Delivery) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  ...(nextAt && { nextAt: nextAt.toISOString() }),
  ...(endedAt && { endedAt: endedAt.toISOString() }),
});

export function deliveryRoutes(app: App, { db }: Services): void {
  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'List deliveries',
        description: 'Newest events first, each with every attempt; kept as long as the events.',
        tags,
        params: JobParams,
        querystring: DeliveryListQuery,
        response: { 200: Type.Ref('DeliveryList#'), ...errorResponses('validation_failed', 'not_found') },
      },
    },
    async ({ caller, params, query }) => {
      const ref = { id: params.id, workspaceId: caller.workspaceId };
      const { deliveries, nextCursor } = await listDeliveries(db, ref, query as DeliveryQuery);
      return { deliveries: deliveries.map(present), nextCursor };
    },
  );

  app.get(
    '/webhooks/:id/deliveries/:eventId',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Fetch a delivery',
        tags,
        params: DeliveryParams,
        response: { 200: Type.Ref('Delivery#'), ...errorResponses('not_found') },
      },
    },
    async ({ caller, params }) =>
      present(await getDelivery(db, { id: params.id, workspaceId: caller.workspaceId }, params.eventId)),
  );

  app.post(
    '/webhooks/:id/deliveries/:eventId/redeliver',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Send an event again',
        description:
          'Any event of the workspace that is still kept; with the same `webhook-id`, on the whole schedule anew.',
        tags,
        params: DeliveryParams,
        response: { 202: Type.Ref('SentEvent#'), ...errorResponses('not_found', 'invalid_state') },
      },
    },
    async ({ caller, params }, reply) => {
      await redeliver(db, { id: params.id, workspaceId: caller.workspaceId }, params.eventId);
      return reply.code(202).send({ eventId: params.eventId });
    },
  );
}
