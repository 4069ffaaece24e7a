import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { deleteWebhook } from '../../../domain/outgoing/webhooks/webhooks.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';
import { getWebhookRef } from './webhook.ts';

export function deleteWebhookRoute(app: App, { db }: Services): void {
  app.delete(
    '/webhooks/:id',
    {
      config: { scope: 'webhooks:write', purpose: 'Delete a webhook.' },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Deliveries to it end, and its log is erased.',
        tags: ['Webhooks'],
        params: JobParams,
        response: {
          204: Type.Null({ description: 'Deleted, with its log.' }),
          ...describeErrors('not_found'),
        },
      },
    },
    async (request, reply) => {
      await makeRecorded(
        db,
        getActor(request),
        trx => deleteWebhook(trx, getWebhookRef(request)),
        ({ id, url, workspaceId }) => ({
          action: 'webhook.deleted',
          targetId: id,
          targetName: new URL(url).host,
          workspaceId,
        }),
      );
      return reply.code(204).send(null);
    },
  );
}
