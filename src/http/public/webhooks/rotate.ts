import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { overlap } from '../../../contract/schemas/key.ts';
import { rotateSecret } from '../../../domain/outgoing/webhooks/webhooks.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';
import { getWebhookRef } from './webhook.ts';

export function rotateWebhookRoute(app: App, { db, secrets }: Services): void {
  app.post(
    '/webhooks/:id/rotate',
    {
      config: { scope: 'webhooks:write', purpose: 'Rotate the secret of a webhook.' },
      schema: {
        operationId: 'rotateWebhook',
        summary: 'Rotate the secret',
        description: 'Both secrets sign until the overlap ends.',
        tags: ['Webhooks'],
        params: JobParams,
        body: overlap('secret'),
        response: { 200: Type.Ref('WebhookSecret#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async request => {
      const made = await makeRecorded(
        db,
        getActor(request),
        trx => rotateSecret(trx, secrets, getWebhookRef(request), request.body.overlapSeconds),
        ({ id }) => ({ action: 'webhook.secret_rotated', targetId: id }),
      );
      return { ...made, oldSecretUntil: made.oldSecretUntil.toISOString() };
    },
  );
}
