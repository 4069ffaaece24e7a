import { JobParams } from '../../../contract/schemas/job.ts';
import { pauseWebhook } from '../../../domain/outgoing/webhooks/webhooks.ts';
import type { App, Services } from '../../app.ts';
import { getWebhookRef, presentWebhook, webhookResponse } from './webhook.ts';

export function pauseWebhookRoute(app: App, { db }: Services): void {
  app.post(
    '/webhooks/:id/pause',
    {
      config: { scope: 'webhooks:write', purpose: 'Pause a webhook.' },
      schema: {
        operationId: 'pauseWebhook',
        summary: 'Pause a webhook',
        description: 'Its deliveries wait until it is resumed.',
        tags: ['Webhooks'],
        params: JobParams,
        response: webhookResponse,
      },
    },
    async request => presentWebhook(await pauseWebhook(db, getWebhookRef(request))),
  );
}
