import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { presentRun } from '../../../domain/work/recipes/present.ts';
import { cancelRun } from '../../../domain/work/recipes/run.ts';
import { findRun } from '../../../domain/work/recipes/runs.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';

export function cancelRunRoute(app: App, services: Services): void {
  app.post(
    '/recipe-runs/:id/cancel',
    {
      config: { scope: 'recipes:write', purpose: 'Stop a run that has not ended.' },
      schema: {
        operationId: 'cancelRun',
        summary: 'Cancel a run',
        description: 'Ends a run that has not ended, and its current step.',
        tags: ['Recipes'],
        params: JobParams,
        response: { 200: Type.Ref('RecipeRun#'), ...describeErrors('run_not_found', 'invalid_state') },
      },
    },
    async request => {
      const { workspaceId } = request.caller;
      await cancelRun(services.db, workspaceId, request.params.id);
      return presentRun(
        await findRun(services.db, workspaceId, request.params.id),
        makeSigning(request, services),
      );
    },
  );
}
