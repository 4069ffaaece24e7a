import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { DeletedWorkspace } from '../../../contract/schemas/workspace.ts';
import { makeRecorded } from '../../../domain/people/audit/record.ts';
import { deleteWorkspace } from '../../../domain/people/workspaces/delete.ts';
import { getActor } from '../../actor.ts';
import type { App, Services } from '../../app.ts';

export function deleteWorkspaceRoute(app: App, { db }: Services): void {
  app.delete(
    '/',
    {
      config: { role: 'owner' },
      schema: {
        operationId: 'deleteWorkspace',
        summary: 'Delete a workspace',
        description:
          'For owners. Ends its jobs and deletes its files, keys, recipes, batches, triggers, webhooks, connections and members. This cannot be undone. The audit log and past usage stay.',
        tags: ['Workspaces'],
        querystring: DeletedWorkspace,
        response: {
          204: Type.Null({ description: 'The workspace is gone; its files are erased within minutes.' }),
          ...describeErrors('validation_failed', 'forbidden', 'not_found'),
        },
      },
    },
    async (request, reply) => {
      await makeRecorded(
        db,
        getActor(request),
        trx => deleteWorkspace(trx, request.access, request.query.name),
        () => ({ action: 'workspace.deleted', targetId: request.caller.workspaceId }),
      );
      return reply.code(204).send(null);
    },
  );
}
