import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { NewRun } from '../../../contract/schemas/run.ts';
import { takeArrivedArtifacts } from '../../../domain/files/uploads/direct-transfers.ts';
import { requireReachable } from '../../../domain/outgoing/destinations/destinations.ts';
import { presentRun } from '../../../domain/work/recipes/present.ts';
import { createRun } from '../../../domain/work/recipes/run.ts';
import { findRun } from '../../../domain/work/recipes/runs.ts';
import type { App, Services } from '../../app.ts';
import { readIdempotencyKey } from '../../plugins/idempotency.ts';
import { makeSigning } from '../../plugins/service-url.ts';
import { readSettings } from '../jobs/settings.ts';

export function createRunRoute(app: App, services: Services): void {
  app.post(
    '/recipes/:id/runs',
    {
      config: { scope: 'recipes:write', purpose: 'Run a saved recipe.' },
      schema: {
        operationId: 'createRun',
        summary: 'Run a recipe',
        description:
          'Runs the recipe on a stored file (an artifact, or an output of a completed job), or on a file that the service fetches from `inputUrl`. Every step counts as one operation, and all are reserved at once.',
        tags: ['Recipes'],
        params: JobParams,
        headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String()) }),
        body: NewRun,
        response: {
          200: Type.Ref('RecipeRun#'),
          201: Type.Ref('RecipeRun#'),
          ...describeErrors(
            'validation_failed',
            'invalid_file_type',
            'invalid_state',
            'recipe_not_found',
            'artifact_not_found',
            'job_not_found',
            'idempotency_conflict',
            'quota_exceeded',
            'not_found',
          ),
        },
      },
    },
    async (request, reply) => {
      const key = readIdempotencyKey(request);
      const { inputArtifactId, inputUrl } = request.body;
      requireReachable(inputUrl, services.fetchHosts, 'inputUrl', 'FETCH_ALLOW_HOSTS');
      const settings = await readSettings(services, request.caller, request.body);
      if (inputArtifactId !== undefined)
        await takeArrivedArtifacts(services, request.caller, [inputArtifactId]);
      const { runId, replayed } = await createRun(
        services,
        request.caller,
        request.params.id,
        { ...request.body, ...settings },
        key,
      );
      if (replayed) reply.header('idempotency-replayed', 'true');
      const run = await findRun(services.db, request.caller.workspaceId, runId);
      return reply.code(replayed ? 200 : 201).send(presentRun(run, makeSigning(request, services)));
    },
  );
}
