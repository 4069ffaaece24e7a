import type { GoldenFile, NewGoldenFile, PublicPaths } from '../api/types.ts';
import type { Api, CallOptions } from '../core/api.ts';

/** The longest time that the service waits for a check in one request, in seconds. */
const longestWait = 60;

/** Golden files: accepted results of recipes, which are checked when the recipe or an engine changes. */
export class GoldenFiles {
  readonly #api: Api<PublicPaths>;

  constructor(api: Api<PublicPaths>) {
    this.#api = api;
  }

  /** Lists the golden files of a recipe, without their files and differences. */
  async list(recipeId: string, { signal }: CallOptions = {}): Promise<GoldenFile[]> {
    return (await this.#api.get('/recipes/{id}/golden-files', { path: { id: recipeId }, signal }))
      .goldenFiles;
  }

  /** Accepts the result of a completed run of the recipe. */
  add(recipeId: string, body: NewGoldenFile, { signal }: CallOptions = {}): Promise<GoldenFile> {
    return this.#api.post('/recipes/{id}/golden-files', { path: { id: recipeId }, body, signal });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<GoldenFile> {
    return this.#api.get('/golden-files/{id}', { path: { id }, signal });
  }

  /** Starts a check. `wait` resolves when it has ended. */
  check(id: string, { signal }: CallOptions = {}): Promise<GoldenFile> {
    return this.#api.post('/golden-files/{id}/check', { path: { id }, signal });
  }

  /** Waits until no check is pending. */
  async wait(id: string, { signal }: CallOptions = {}): Promise<GoldenFile> {
    for (;;) {
      const golden = await this.#api.get('/golden-files/{id}', {
        path: { id },
        query: { wait: longestWait },
        signal,
      });
      if (golden.check?.status !== 'pending') return golden;
    }
  }

  /** Accepts the result of the last check in place of the former one. */
  accept(id: string, { signal }: CallOptions = {}): Promise<GoldenFile> {
    return this.#api.post('/golden-files/{id}/accept', { path: { id }, signal });
  }

  remove(id: string, { signal }: CallOptions = {}): Promise<undefined> {
    return this.#api.delete('/golden-files/{id}', { path: { id }, signal });
  }
}
