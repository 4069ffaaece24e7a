import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { overlap } from '../../../contract/schemas/key.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { rotateKey } from '../../../domain/people/keys/keys.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function rotateKeyRoute(app: App, { db }: Services): void {
  app.post(
    '/keys/:id/rotate',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'rotateKey',
        summary: 'Rotate a key',
        description: 'Creates a new key with the same rights. The old one works until the overlap ends.',
        tags: ['Keys'],
        params: JobParams,
        body: overlap('key'),
        response: {
          201: Type.Ref('CreatedKey#'),
          ...describeErrors('validation_failed', 'not_found', 'invalid_state'),
        },
      },
    },
    async (request, reply) => {
      const ref = { id: request.params.id, workspaceId: request.caller.workspaceId };
      const { key, keyId } = await makeRecorded(
        db,
        getActor(request),
        trx => rotateKey(trx, ref, request.body.overlapSeconds),
        made => ({ action: 'key.rotated', targetId: ref.id, detail: made.keyId }),
      );
      return reply.code(201).send({ id: keyId, key });
    },
  );
}
