import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { listWebhooks } from '../../../domain/outgoing/webhooks/webhooks.ts';
import type { App, Services } from '../../app.ts';
import { presentWebhook } from './webhook.ts';

export function listWebhooksRoute(app: App, { db }: Services): void {
  app.get(
    '/webhooks',
    {
      config: { scope: 'webhooks:read', purpose: 'List webhooks.' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'All webhooks of the workspace, with their states.',
        tags: ['Webhooks'],
        response: { 200: Type.Ref('WebhookList#'), ...describeErrors('not_found') },
      },
    },
    async ({ caller }) => ({ webhooks: (await listWebhooks(db, caller.workspaceId)).map(presentWebhook) }),
  );
}
