import { Type } from 'typebox';
import { describeErrors } from '../../../contract/schemas/error.ts';
import { StepQuestion } from '../../../contract/schemas/recipe.ts';
import { listStepChoices } from '../../../domain/work/recipes/choices.ts';
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
        summary: 'Which steps fit at a place of a recipe',
        description: 'Every job type, with why those that do not fit do not.',
        tags: ['Recipes'],
        body: StepQuestion,
        response: { 200: Type.Ref('StepChoices#'), ...describeErrors('validation_failed') },
      },
    },
    async ({ body }) => listStepChoices(jobTypes, body.steps, body.at),
  );
}
