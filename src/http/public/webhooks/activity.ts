import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { ActivityQuery } from '../../../contract/schemas/webhook.ts';
import { readActivity } from '../../../domain/outgoing/webhooks/activity.ts';
import type { App, Services } from '../../app.ts';

export function webhookActivityRoute(app: App, { db }: Services): void {
  app.get(
    '/webhooks/:id/activity',
    {
      config: {
        readsList: true,
        scope: 'webhooks:read',
        purpose: 'Count the deliveries to a webhook by hour.',
      },
      schema: {
        operationId: 'getWebhookActivity',
        summary: 'Read the activity of a webhook by hour',
        description: 'Counts the attempts that succeeded, that are tried again, and that failed for good.',
        tags: ['Webhooks'],
        params: JobParams,
        querystring: ActivityQuery,
        response: { 200: Type.Ref('WebhookActivity#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async ({ caller, params, query }) => ({
      hours: await readActivity(db, { id: params.id, workspaceId: caller.workspaceId }, query.hours),
    }),
  );
}
