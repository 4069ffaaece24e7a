import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { overlap } from '../../../contract/schemas/key.ts';
import { rotateCallbackSecret } from '../../../domain/outgoing/webhooks/callbacks.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function rotateCallbackRoute(app: App, { db, secrets }: Services): void {
  app.post(
    '/callbacks/rotate',
    {
      config: { scope: 'webhooks:write', purpose: 'Make a new secret for callbacks.' },
      schema: {
        operationId: 'rotateCallbacks',
        summary: 'Make a new secret for callbacks',
        description:
          'The secret signs what is sent to the `callbackUrl` of jobs and runs of the workspace. It is shown only here. Both the new and the old secret sign until the overlap ends.',
        tags: ['Webhooks'],
        body: overlap('secret'),
        response: { 200: Type.Ref('WebhookSecret#'), ...describeErrors('validation_failed', 'not_found') },
      },
    },
    async request => {
      const { caller, body } = request;
      const made = await makeRecorded(
        db,
        getActor(request),
        trx => rotateCallbackSecret(trx, secrets, caller.workspaceId, body.overlapSeconds),
        ({ id }) => ({ action: 'callbacks.secret_rotated', targetId: id }),
      );
      return { ...made, oldSecretUntil: made.oldSecretUntil.toISOString() };
    },
  );
}
