import type {
  NewRecipe,
  NewRun,
  PublicPaths,
  Recipe,
  RecipeChange,
  RecipeRun,
  RecipeVersion,
} from '../api/types.ts';
import type { Api, CallOptions, WriteOptions } from '../core/api.ts';
import { type PageQuery, walkPages } from '../core/pages.ts';

/** Recipes: saved sequences of job types. */
export class Recipes {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  create(recipe: NewRecipe, { signal }: CallOptions = {}): Promise<Recipe> {
    return this.#api.post('/recipes', { body: recipe, signal });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<Recipe> {
    return this.#api.get('/recipes/{id}', { path: { id }, signal });
  }

  /** Replaces a recipe. The former version is kept. */
  update(id: string, recipe: RecipeChange, { signal }: CallOptions = {}): Promise<Recipe> {
    return this.#api.put('/recipes/{id}', { path: { id }, body: recipe, signal });
  }

  /** Lists the saved versions of a recipe, the newest first. */
  async versions(id: string, { signal }: CallOptions = {}): Promise<RecipeVersion[]> {
    return (await this.#api.get('/recipes/{id}/versions', { path: { id }, signal })).versions;
  }

  /** Reads a recipe as it was in one of its versions. */
  version(id: string, version: number, { signal }: CallOptions = {}): Promise<Recipe> {
    const path = { id, version: String(version) };
    return this.#api.get('/recipes/{id}/versions/{version}', { path, signal });
  }

  /** Saves a former version of a recipe as its newest one. */
  restore(id: string, version: number, { signal }: CallOptions = {}): Promise<Recipe> {
    const path = { id, version: String(version) };
    return this.#api.post('/recipes/{id}/versions/{version}/restore', { path, signal });
  }

  list(query: PageQuery = {}, { signal }: CallOptions = {}) {
    return this.#api.get('/recipes', { query, signal });
  }

  each(options: CallOptions = {}): AsyncGenerator<Recipe> {
    return walkPages(
      query => this.list(query, options),
      page => page.recipes,
    );
  }

  delete(id: string, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.delete('/recipes/{id}', { path: { id }, signal });
  }

  /** Runs a recipe on a stored file: an artifact, or an output of a job. */
  run(id: string, input: NewRun, { signal, idempotencyKey }: WriteOptions = {}): Promise<RecipeRun> {
    return this.#api.post('/recipes/{id}/runs', {
      path: { id },
      body: input,
      signal,
      idempotencyKey: idempotencyKey ?? true,
    });
  }
}
