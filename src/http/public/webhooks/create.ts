import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { NewWebhook } from '../../../contract/schemas/webhook.ts';
import { requireReachable } from '../../../domain/outgoing/destinations/destinations.ts';
import { createWebhook } from '../../../domain/outgoing/webhooks/webhooks.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function createWebhookRoute(app: App, { db, secrets, webhookHosts }: Services): void {
  app.post(
    '/webhooks',
    {
      config: { scope: 'webhooks:write', purpose: 'Create a webhook. Returns its signing secret.' },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description: 'The response has the signing secret, which is shown only once.',
        tags: ['Webhooks'],
        body: NewWebhook,
        response: {
          201: Type.Ref('WebhookSecret#'),
          ...describeErrors('validation_failed', 'not_found', 'invalid_state'),
        },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      requireReachable(body.url, webhookHosts);
      const created = await makeRecorded(
        db,
        getActor(request),
        trx => createWebhook(trx, secrets, caller.workspaceId, body),
        ({ id }) => ({ action: 'webhook.created', targetId: id }),
      );
      return reply.code(201).send(created);
    },
  );
}
