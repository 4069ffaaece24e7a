import { JobParams } from '../../../contract/schemas/job.ts';
import { ChangedWebhook } from '../../../contract/schemas/webhook.ts';
import { requireReachable } from '../../../domain/outgoing/destinations/destinations.ts';
import { updateWebhook } from '../../../domain/outgoing/webhooks/webhooks.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';
import { getWebhookRef, presentWebhook, webhookResponse } from './webhook.ts';

export function updateWebhookRoute(app: App, { db, webhookHosts }: Services): void {
  app.patch(
    '/webhooks/:id',
    {
      config: { scope: 'webhooks:write', purpose: 'Change a webhook.' },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change a webhook',
        description: 'Changes only the given fields.',
        tags: ['Webhooks'],
        params: JobParams,
        body: ChangedWebhook,
        response: webhookResponse,
      },
    },
    async request => {
      requireReachable(request.body.url, webhookHosts);
      const updated = await makeRecorded(
        db,
        getActor(request),
        trx => updateWebhook(trx, getWebhookRef(request), request.body),
        ({ id }) => ({ action: 'webhook.changed', targetId: id }),
      );
      return presentWebhook(updated);
    },
  );
}
