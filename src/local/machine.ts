import { ApiError, invalid } from '../contract/errors.ts';
import { JobFailure } from '../contract/failure.ts';
import { nameModel, replaceDefaultModel } from '../domain/work/jobs/options.ts';
import { requireWhole } from '../domain/work/recipes/check.ts';
import { isBranching } from '../domain/work/recipes/steps.ts';
import { findDeclaredFormat } from '../formats/declared.ts';
import { getFormat } from '../formats/formats.ts';
import { type JobType, nameTool } from '../jobs/job-type.ts';
import { type JobTypes, loadJobTypes } from '../jobs/registry.ts';
import type { Filled } from '../lists.ts';
import type { Config } from '../settings/config.ts';
import { chooseJobType } from './choose-job-type.ts';
import { adviseOnMissing } from './missing-engines.ts';
import { listLocalChoices } from './models.ts';
import { type LocalFile, planJob } from './plan.ts';
import { runSteps } from './recipe.ts';
import { listRecipes, type SavedRecipe, saveRecipe } from './recipe-files.ts';
import type { LocalRunner, MadeFile, RunOptions } from './runner.ts';

type Options = Record<string, unknown>;

/** A job type with its options, a format to convert to, or a recipe on this machine. */
export type LocalWork =
  | { type: string; options: Options }
  | { convertTo: string; options: Options }
  | { recipe: string };

/** Refuses recipes that only a server can run. */
function requireServerless(steps: SavedRecipe['steps']): void {
  if (steps.some(({ artifacts }) => artifacts))
    throw invalid(
      'steps',
      'Recipes on this machine have no artifacts: use a server for steps with several files.',
    );
  if (steps.some(({ output }) => output))
    throw invalid(
      'steps',
      'Recipes on this machine write to no connection. Sign in to a server with `filemill login URL`, or start one with `filemill serve`, to save and run this recipe there.',
    );
}

/** Runs jobs and recipes on this machine without a service. Recipes are files, and jobs run in hosts. */
export class LocalMachine {
  readonly #config: Config;
  readonly #recipesDir: string;
  readonly #runner: LocalRunner;
  #jobTypes: Promise<JobTypes> | undefined;

  constructor(config: Config, recipesDir: string, runner: LocalRunner) {
    this.#config = config;
    this.#recipesDir = recipesDir;
    this.#runner = runner;
  }

  #loadTypes(): Promise<JobTypes> {
    this.#jobTypes ??= loadJobTypes(undefined, this.#config.models);
    return this.#jobTypes;
  }

  async describeJobTypes() {
    return [...(await this.#loadTypes()).values()].map(job => ({
      id: job.id,
      title: job.title,
      summary: job.summary,
      inputs: job.inputs,
      roles: job.roles?.map(({ name, title, optional = false, many = false }) => ({
        name,
        title,
        optional,
        many,
      })),
      accepts: job.accepts.map(format => ({ format, extensions: getFormat(format).extensions })),
      options: job.options as object,
      converts: job.converts !== undefined,
      verb: job.verb && { ...job.verb, tool: nameTool(job.verb) },
    }));
  }

  async #chooseJob(
    work: Exclude<LocalWork, { recipe: string }>,
    filename: string,
  ): Promise<[JobType, Options]> {
    const types = await this.#loadTypes();
    if ('convertTo' in work) return chooseJobType(types, filename, work.convertTo, work.options);
    const job = types.get(work.type);
    if (!job)
      throw invalid('type', `There is no job type ${work.type}. Job types: ${[...types.keys()].join(', ')}.`);
    return [job, work.options];
  }

  async accepts(work: LocalWork, filename: string): Promise<boolean> {
    const format = findDeclaredFormat('', filename);
    if (format === undefined) return false;
    if ('recipe' in work) return (await this.#findRecipe(work.recipe)).accepts.includes(format);
    try {
      return (await this.#chooseJob(work, filename))[0].accepts.includes(format);
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** Throws an `ApiError` for an invalid request, or a `JobFailure` if a file gives no result. */
  async run(work: LocalWork, files: Filled<LocalFile>, options: RunOptions): Promise<MadeFile[]> {
    const [first] = files;
    if ('recipe' in work) {
      const { steps } = await this.#findRecipe(work.recipe);
      const ready = steps.map(async step => ({
        ...step,
        options: await replaceDefaultModel(step.job, step.options, () =>
          listLocalChoices(this.#config, step.job.id),
        ),
      }));
      return await runSteps(this.#runner, await Promise.all(ready), first, options);
    }
    const [job, given] = await this.#chooseJob(work, first.filename);
    const named = await nameModel(job, given, () => listLocalChoices(this.#config, job.id));
    const plan = await planJob(job, files, named);
    try {
      return await this.#runner.run(plan, options);
    } catch (error) {
      if (!(error instanceof JobFailure) || error.reason !== 'engine_error') throw error;
      const message = await adviseOnMissing(job.id, plan.resolution.engines);
      throw message ? new ApiError('feature_not_available', { message }) : error;
    }
  }

  /** Returns a recipe whose branches only a service can follow, because its queue decides which step runs on which files. */
  async findBranching(name: string): Promise<SavedRecipe | undefined> {
    const recipe = await this.#findSaved(name);
    return isBranching(recipe.steps) ? recipe : undefined;
  }

  async #findSaved(name: string): Promise<SavedRecipe> {
    const recipes = await listRecipes(this.#recipesDir);
    const found = recipes.find(recipe => recipe.name === name);
    if (!found) {
      const names =
        recipes.map(recipe => recipe.name).join(', ') || 'none yet. Create one with `filemill recipe create`';
      throw new ApiError('recipe_not_found', {
        message: `There is no recipe ${name} on this machine. Recipes: ${names}.`,
      });
    }
    requireServerless(found.steps);
    return found;
  }

  async #findRecipe(name: string) {
    const { steps } = await this.#findSaved(name);
    return requireWhole(await this.#loadTypes(), steps);
  }

  async #describe({ name, description, steps }: SavedRecipe) {
    requireServerless(steps);
    const { accepts } = requireWhole(await this.#loadTypes(), steps);
    return { id: name, name, description, steps, accepts };
  }

  async recipes() {
    return await Promise.all((await listRecipes(this.#recipesDir)).map(recipe => this.#describe(recipe)));
  }

  async createRecipe(recipe: SavedRecipe) {
    // Check first: a recipe that cannot run is not saved.
    const described = await this.#describe(recipe);
    await saveRecipe(this.#recipesDir, recipe);
    return described;
  }

  close(): Promise<void> {
    return this.#runner.close();
  }
}
