import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { StepQuestion } from '../../../contract/schemas/recipe.ts';
import { listStepChoices } from '../../../domain/work/recipes/step-choices.ts';
import { limits } from '../../../settings/limits.ts';
import type { App, Services } from '../../app.ts';

export function stepChoicesRoute(app: App, { jobTypes }: Services): void {
  app.post(
    '/recipes/step-choices',
    {
      config: { scope: 'recipes:read' },
      bodyLimit: limits.recipeBodyBytes,
      schema: {
        operationId: 'listStepChoices',
        summary: 'List the steps that fit at a position of a recipe',
        description: 'Lists every job type, with the reason if it does not fit.',
        tags: ['Recipes'],
        body: StepQuestion,
        response: { 200: Type.Ref('StepChoices#'), ...describeErrors('validation_failed') },
      },
    },
    async ({ body }) => listStepChoices(jobTypes, body.steps, body.at),
  );
}
