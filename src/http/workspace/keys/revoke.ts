import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { revokeKey } from '../../../domain/people/keys/keys.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function revokeKeyRoute(app: App, { db }: Services): void {
  app.post(
    '/keys/:id/revoke',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description: 'Requests with this key are refused from now on. It can be restored within ten minutes.',
        tags: ['Keys'],
        params: JobParams,
        response: {
          204: Type.Null({ description: 'The key no longer works. It stays in the list.' }),
          ...describeErrors('not_found'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await makeRecorded(
        db,
        getActor(request),
        trx => revokeKey(trx, { id, workspaceId: request.caller.workspaceId }),
        () => ({ action: 'key.revoked', targetId: id }),
      );
      return reply.code(204).send(null);
    },
  );
}
