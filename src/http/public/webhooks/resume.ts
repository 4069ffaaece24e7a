import { JobParams } from '../../../contract/schemas/job.ts';
import { resumeWebhook } from '../../../domain/outgoing/webhooks/webhooks.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';
import { getWebhookRef, presentWebhook, webhookResponse } from './webhook.ts';

export function resumeWebhookRoute(app: App, { db }: Services): void {
  app.post(
    '/webhooks/:id/resume',
    {
      config: { scope: 'webhooks:write', purpose: 'Resume a webhook.' },
      schema: {
        operationId: 'resumeWebhook',
        summary: 'Resume a webhook',
        description: 'Also resumes a webhook that was paused because of failures, or disabled.',
        tags: ['Webhooks'],
        params: JobParams,
        response: webhookResponse,
      },
    },
    async request => {
      const resumed = await makeRecorded(
        db,
        getActor(request),
        trx => resumeWebhook(trx, getWebhookRef(request)),
        ({ id }) => ({ action: 'webhook.resumed', targetId: id }),
      );
      return presentWebhook(resumed);
    },
  );
}
