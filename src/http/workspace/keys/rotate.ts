import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { overlap } from '../../../contract/schemas/workspace.ts';
import { rotateKey } from '../../../domain/people/keys/keys.ts';
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
    async ({ caller, params, body }, reply) => {
      const ref = { id: params.id, workspaceId: caller.workspaceId };
      const { key, keyId } = await rotateKey(db, ref, body.overlapSeconds);
      return reply.code(201).send({ id: keyId, key });
    },
  );
}
