import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { redeliver } from '../../../domain/outgoing/webhooks/deliveries.ts';
import type { App, Services } from '../../app.ts';
import { DeliveryParams } from './delivery.ts';

export function redeliverRoute(app: App, { db }: Services): void {
  app.post(
    '/webhooks/:id/deliveries/:eventId/redeliver',
    {
      config: { scope: 'webhooks:write', purpose: 'Send an event to a webhook again.' },
      schema: {
        operationId: 'redeliver',
        summary: 'Send an event again',
        description:
          'Any event of the workspace that is still kept; with the same `webhook-id`, with a new schedule of attempts.',
        tags: ['Webhooks'],
        params: DeliveryParams,
        response: { 202: Type.Ref('SentEvent#'), ...describeErrors('not_found', 'invalid_state') },
      },
    },
    async ({ caller, params }, reply) => {
      await redeliver(db, { id: params.id, workspaceId: caller.workspaceId }, params.eventId);
      return reply.code(202).send({ eventId: params.eventId });
    },
  );
}
