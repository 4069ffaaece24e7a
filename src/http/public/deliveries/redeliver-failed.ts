import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { redeliverFailed } from '../../../domain/outgoing/webhooks/deliveries.ts';
import type { App, Services } from '../../app.ts';

export function redeliverFailedRoute(app: App, { db }: Services): void {
  app.post(
    '/webhooks/:id/deliveries/redeliver-failed',
    {
      config: { scope: 'webhooks:write', purpose: 'Send all failed deliveries of a webhook again.' },
      schema: {
        operationId: 'redeliverFailed',
        summary: 'Send all failed deliveries again',
        description:
          'Every failed delivery that is still kept is tried again, with the full schedule of attempts.',
        tags: ['Webhooks'],
        params: JobParams,
        response: {
          202: Type.Object(
            { redelivered: Type.Integer({ description: 'The number of deliveries that are sent again.' }) },
            { additionalProperties: false, 'x-name': 'RedeliveredEvents' },
          ),
          ...describeErrors('not_found', 'invalid_state'),
        },
      },
    },
    async ({ caller, params }, reply) => {
      const redelivered = await redeliverFailed(db, { id: params.id, workspaceId: caller.workspaceId });
      return reply.code(202).send({ redelivered });
    },
  );
}
