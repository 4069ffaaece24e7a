import { JobParams } from '../../../contract/schemas/job.ts';
import { pauseWebhook } from '../../../domain/outgoing/webhooks/webhooks.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
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
    async request => {
      const paused = await makeRecorded(
        db,
        getActor(request),
        trx => pauseWebhook(trx, getWebhookRef(request)),
        ({ id }) => ({ action: 'webhook.paused', targetId: id }),
      );
      return presentWebhook(paused);
    },
  );
}
