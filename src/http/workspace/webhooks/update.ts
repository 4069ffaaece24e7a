import { JobParams } from '../../../contract/schemas/job.ts';
import { ChangedWebhook } from '../../../contract/schemas/webhook.ts';
import { updateWebhook } from '../../../domain/webhooks/webhooks.ts';
import type { App, Services } from '../../app.ts';
import { presentWebhook, webhookRef, webhookResponse } from './webhook.ts';

export function updateWebhookRoute(app: App, { db }: Services): void {
  app.patch(
    '/webhooks/:id',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'Change a webhook',
        tags: ['Webhooks'],
        params: JobParams,
        body: ChangedWebhook,
        response: webhookResponse,
      },
    },
    async request => presentWebhook(await updateWebhook(db, webhookRef(request), request.body)),
  );
}
