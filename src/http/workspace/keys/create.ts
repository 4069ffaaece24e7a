import { Type } from 'typebox';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { NewKey } from '../../../contract/schemas/key.ts';
import type { Scope } from '../../../contract/states.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { createKey, explainNoApiAccess } from '../../../domain/people/keys/keys.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function createKeyRoute(app: App, { db }: Services): void {
  app.post(
    '/keys',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'createKey',
        summary: 'Create a key',
        description: 'The response has the key, which is shown only once.',
        tags: ['Keys'],
        body: NewKey,
        response: {
          201: Type.Ref('CreatedKey#'),
          ...describeErrors('validation_failed', 'not_found', 'invalid_state'),
        },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const expiresAt = body.expiresAt === undefined ? undefined : new Date(body.expiresAt);
      if (expiresAt && !(expiresAt > new Date()))
        throw invalid('expiresAt', '`expiresAt` must lie in the future.');
      const refusal = await explainNoApiAccess(db, caller.workspaceId);
      if (refusal) throw new ApiError('feature_not_available', { message: refusal });
      const wanted = {
        workspaceId: caller.workspaceId,
        name: body.name,
        ...(body.scopes && { scopes: body.scopes as Scope[] }),
        ...(expiresAt && { expiresAt }),
      };
      const { key, keyId } = await makeRecorded(
        db,
        getActor(request),
        trx => createKey(trx, wanted),
        made => ({ action: 'key.created', targetId: made.keyId }),
      );
      return reply.code(201).send({ id: keyId, key });
    },
  );
}
