import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { NewTrigger } from '../../../contract/schemas/trigger.ts';
import { createTrigger, presentTrigger } from '../../../domain/work/triggers/triggers.ts';
import type { App, Services } from '../../app.ts';
import { makeBatchContext, requireRecipeScope } from '../batches/context.ts';

export function createTriggerRoute(app: App, services: Services): void {
  app.post(
    '/triggers',
    {
      config: { scope: 'jobs:write', purpose: 'Start batches at times, or for new files of a connection.' },
      schema: {
        operationId: 'createTrigger',
        summary: 'Create a trigger',
        description:
          'Creates batches automatically: at the times of `schedule`, or with `watch` for every new or changed file of a connection, once each. A key needs the scope `recipes:write` for a recipe.',
        tags: ['Triggers'],
        body: NewTrigger,
        response: {
          201: Type.Ref('Trigger#'),
          ...describeErrors(
            'validation_failed',
            'invalid_file_type',
            'invalid_state',
            'file_too_large',
            'artifact_not_found',
            'recipe_not_found',
            'not_found',
          ),
        },
      },
    },
    async ({ caller, body }, reply) => {
      requireRecipeScope(caller, body.recipeId);
      const row = await createTrigger(makeBatchContext(services), caller, body);
      return reply.code(201).send(presentTrigger(row));
    },
  );
}
