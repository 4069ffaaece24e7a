import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { restoreKey } from '../../../domain/people/keys/keys.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function restoreKeyRoute(app: App, { db }: Services): void {
  app.post(
    '/keys/:id/restore',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'restoreKey',
        summary: 'Restore a key',
        description: 'Takes back a revocation, within ten minutes.',
        tags: ['Keys'],
        params: JobParams,
        response: {
          204: Type.Null({ description: 'The key works again.' }),
          ...describeErrors('not_found', 'invalid_state'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await makeRecorded(
        db,
        getActor(request),
        trx => restoreKey(trx, { id, workspaceId: request.caller.workspaceId }),
        () => ({ action: 'key.restored', targetId: id }),
      );
      return reply.code(204).send(null);
    },
  );
}
