import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { FileListQuery } from '../../../contract/schemas/result.ts';
import { listRunFiles } from '../../../domain/work/recipes/runs.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function listRunFilesRoute(app: App, services: Services): void {
  app.get(
    '/recipe-runs/:id/files',
    {
      config: {
        readsList: true,
        scope: 'recipes:read',
        purpose: "List the files of a completed run's result, with download URLs.",
      },
      schema: {
        operationId: 'listRunFiles',
        summary: "List a run's files",
        description:
          'Lists the files of all steps that no other step uses, in their order. A page may have fewer files than `limit`: continue while there is a `nextCursor`.',
        tags: ['Recipes'],
        params: JobParams,
        querystring: FileListQuery,
        response: {
          200: Type.Ref('FileList#'),
          ...describeErrors('validation_failed', 'invalid_state', 'run_not_found'),
        },
      },
    },
    async request =>
      listRunFiles(
        services.db,
        request.caller.workspaceId,
        request.params.id,
        request.query,
        makeSigning(request, services),
      ),
  );
}
