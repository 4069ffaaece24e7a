import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { sendTest } from '../../../domain/outgoing/webhooks/deliveries.ts';
import type { App, Services } from '../../app.ts';
import { getWebhookRef } from './webhook.ts';

export function testWebhookRoute(app: App, { db }: Services): void {
  app.post(
    '/webhooks/:id/test',
    {
      config: { scope: 'webhooks:write', purpose: 'Send a test event to a webhook.' },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test event',
        description: 'An event of type `webhook.test`, delivered like any other.',
        tags: ['Webhooks'],
        params: JobParams,
        response: { 202: Type.Ref('SentEvent#'), ...describeErrors('not_found', 'invalid_state') },
      },
    },
    async (request, reply) => reply.code(202).send(await sendTest(db, getWebhookRef(request))),
  );
}
