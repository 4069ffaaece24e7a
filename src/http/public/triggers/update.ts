import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { JobParams } from '../../../contract/schemas/job.ts';
import { TriggerChange } from '../../../contract/schemas/trigger.ts';
import { changeTrigger, presentTrigger } from '../../../domain/work/triggers/triggers.ts';
import type { App, Services } from '../../app.ts';
import { makeBatchContext, requireRecipeScope } from '../batches/context.ts';

export function updateTriggerRoute(app: App, services: Services): void {
  app.patch(
    '/triggers/:id',
    {
      config: { scope: 'jobs:write', purpose: 'Change, enable or disable a trigger.' },
      schema: {
        operationId: 'updateTrigger',
        summary: 'Change a trigger',
        description:
          'Changes, enables or disables a trigger. Fields that are left out stay as they are. Times that pass while it is disabled are skipped; files that arrive in the meantime are processed later.',
        tags: ['Triggers'],
        params: JobParams,
        body: TriggerChange,
        response: {
          200: Type.Ref('Trigger#'),
          ...describeErrors('validation_failed', 'artifact_not_found', 'recipe_not_found', 'not_found'),
        },
      },
    },
    async ({ caller, params, body }) => {
      requireRecipeScope(caller, body.recipeId);
      return presentTrigger(await changeTrigger(makeBatchContext(services), caller, params.id, body));
    },
  );
}
