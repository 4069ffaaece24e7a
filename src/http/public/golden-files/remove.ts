import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { removeGoldenFile } from '../../../domain/work/golden-files/rows.ts';
import type { App, Services } from '../../app.ts';

export function removeGoldenFileRoute(app: App, { db }: Services): void {
  app.delete(
    '/golden-files/:id',
    {
      config: { scope: 'recipes:write', purpose: 'Remove a golden file.' },
      schema: {
        operationId: 'removeGoldenFile',
        summary: 'Remove a golden file',
        description: 'Deletes it with its copies of the input and the accepted result.',
        tags: ['Recipes'],
        params: JobParams,
        response: { 204: Type.Null({ description: 'Removed.' }), ...describeErrors('not_found') },
      },
    },
    async ({ caller, params }, reply) => {
      await removeGoldenFile(db, caller.workspaceId, params.id);
      return reply.code(204).send(null);
    },
  );
}
