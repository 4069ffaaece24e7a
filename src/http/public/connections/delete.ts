import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { deleteConnection } from '../../../domain/files/connections/connections.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function deleteConnectionRoute(app: App, { db }: Services): void {
  app.delete(
    '/connections/:id',
    {
      config: { scope: 'connections:write', purpose: 'Delete a connection.' },
      schema: {
        operationId: 'deleteConnection',
        summary: 'Delete a connection',
        description: 'Jobs that still wait for a file of it fail. Its files stay.',
        tags: ['Connections'],
        params: JobParams,
        response: { 204: Type.Null({ description: 'Deleted.' }), ...describeErrors('not_found') },
      },
    },
    async (request, reply) => {
      const { workspaceId } = request.caller;
      await makeRecorded(
        db,
        getActor(request),
        trx => deleteConnection(trx, workspaceId, request.params.id),
        ({ id, name }) => ({ action: 'connection.deleted', targetId: id, targetName: name, workspaceId }),
      );
      return reply.code(204).send(null);
    },
  );
}
