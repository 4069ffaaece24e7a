import { JobParams } from '../../../contract/schemas/job.ts';
import { getWebhook } from '../../../domain/outgoing/webhooks/webhooks.ts';
import type { App, Services } from '../../app.ts';
import { getWebhookRef, presentWebhook, webhookResponse } from './webhook.ts';

export function getWebhookRoute(app: App, { db }: Services): void {
  app.get(
    '/webhooks/:id',
    {
      config: { scope: 'webhooks:read', purpose: 'Fetch a webhook.' },
      schema: {
        operationId: 'getWebhook',
        summary: 'Fetch a webhook',
        description: 'Includes its state, and why it is paused, if it is.',
        tags: ['Webhooks'],
        params: JobParams,
        response: webhookResponse,
      },
    },
    async request => presentWebhook(await getWebhook(db, getWebhookRef(request))),
  );
}
