import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { deleteTrigger } from '../../../domain/work/triggers/triggers.ts';
import type { App, Services } from '../../app.ts';

export function deleteTriggerRoute(app: App, { db }: Services): void {
  app.delete(
    '/triggers/:id',
    {
      config: { scope: 'jobs:write', purpose: 'Delete a trigger.' },
      schema: {
        operationId: 'deleteTrigger',
        summary: 'Delete a trigger',
        description: 'Deletes a trigger with its log. Batches that it has started continue.',
        tags: ['Triggers'],
        params: JobParams,
        response: { 204: Type.Null({ description: 'Deleted.' }), ...describeErrors('not_found') },
      },
    },
    async ({ caller, params }, reply) => {
      await deleteTrigger(db, caller.workspaceId, params.id);
      return reply.code(204).send(null);
    },
  );
}
