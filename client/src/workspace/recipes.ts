import type { PublicPaths, RecipeRun } from '../api/types.ts';
import type {
  RecipeDraft,
  RecipePreview,
  RecipeTrial,
  StepChoice,
  WorkspacePaths,
} from '../api/workspace-types.ts';
import type { Api, CallOptions } from '../core/api.ts';
import { Recipes } from '../resources/recipes.ts';

/** Recipes, and the checks for editing them. */
export class WorkspaceRecipes extends Recipes {
  readonly #api: Api<WorkspacePaths>;

  constructor(shared: Api<PublicPaths>, api: Api<WorkspacePaths>) {
    super(shared);
    this.#api = api;
  }

  /** Checks a recipe without saving it, and returns the problems of each step. */
  preview(body: RecipeDraft, { signal }: CallOptions = {}): Promise<RecipePreview> {
    return this.#api.post('/recipes/preview', { body, signal, repeatable: true });
  }

  /** Runs steps on a stored file without saving them. */
  try(body: RecipeTrial, { signal }: CallOptions = {}): Promise<RecipeRun> {
    return this.#api.post('/recipes/trials', { body, signal });
  }

  /** Lists all job types with whether they fit at a position of the steps. */
  async stepChoices(
    steps: RecipeDraft['steps'],
    at: number,
    { signal }: CallOptions = {},
  ): Promise<StepChoice[]> {
    const body = { steps, at };
    return (await this.#api.post('/recipes/step-choices', { body, signal, repeatable: true })).choices;
  }
}
