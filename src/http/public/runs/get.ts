import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams, WaitQuery } from '../../../contract/schemas/job.ts';
import { presentRun } from '../../../domain/work/recipes/present.ts';
import { findRun } from '../../../domain/work/recipes/runs.ts';
import type { App, Services } from '../../app.ts';
import { makeSigning } from '../../plugins/service-url.ts';
import { waitFor } from '../../plugins/wait.ts';

export function getRunRoute(app: App, services: Services): void {
  app.get(
    '/recipe-runs/:id',
    {
      config: { scope: 'recipes:read', purpose: 'Poll a recipe run and inspect step-level state.' },
      schema: {
        operationId: 'getRun',
        summary: 'Fetch a run',
        description:
          'Returns the run with all its steps and, once it has completed, its result. With `wait`, the response is sent when the run has ended or the time is up.',
        tags: ['Recipes'],
        params: JobParams,
        querystring: WaitQuery,
        response: {
          200: Type.Ref('RecipeRun#'),
          ...describeErrors('validation_failed', 'run_not_found'),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { wait = 0 } = request.query;
      const read = () => findRun(services.db, request.caller.workspaceId, id);
      const run = wait > 0 ? await waitFor(request, reply, services, id, read, wait) : await read();
      return presentRun(run, makeSigning(request, services));
    },
  );
}
