import { join } from 'node:path';
import { ApiError } from '../../contract/errors.ts';
import { JobFailure } from '../../contract/failure.ts';
import { tellJobFailure } from '../../contract/tell-failure.ts';
import { tellWarning } from '../../contract/warnings.ts';
import type { SavedRecipe } from '../../local/recipe-files.ts';
import { LocalRunner } from '../../local/runner.ts';
import { loadConfig } from '../../settings/config.ts';
import { getConfigFolder } from '../account.ts';
import { openTemporaryService } from '../temporary-service.ts';
import { saveAddresses } from './addresses.ts';
import { type Backend, type Options, type RecipeInfo, WorkFailed } from './backend.ts';
import { describeFailure } from './failures.ts';

/** Turns an error of this machine into the error that all backends throw. */
function translate(error: unknown, options: Options = {}, filenames: readonly string[] = []): unknown {
  if (error instanceof ApiError) return new WorkFailed(error.message, { code: error.code });
  if (error instanceof JobFailure)
    return new WorkFailed(describeFailure(tellJobFailure(error, options, filenames)), {
      code: 'processing_failed',
    });
  return error;
}

/**
 * Runs jobs on this machine with the service's declarations and hosts, without a database or HTTP. For a
 * command that `works` on files, the first host starts while the declarations are still being loaded.
 */
export async function openThisMachine(works: boolean): Promise<Backend> {
  const config = loadConfig(process.env);
  const runner = new LocalRunner(config);
  if (works) await runner.startAhead();
  const { LocalMachine } = await import('../../local/machine.ts');
  const machine = new LocalMachine(config, join(getConfigFolder(), 'recipes'), runner);
  const translateErrors = async <T>(
    work: Promise<T>,
    options?: Options,
    filenames?: readonly string[],
  ): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw translate(error, options, filenames);
    }
  };
  let service: Promise<Backend> | undefined;
  const saved = new Map<string, Promise<RecipeInfo>>();
  /** Saves a branching recipe once in a service that runs as long as this command, and returns the service. */
  const openServiceWith = async (recipe: SavedRecipe): Promise<Backend> => {
    service ??= openTemporaryService(config);
    const running = await service;
    const saving = saved.get(recipe.name) ?? running.createRecipe(recipe);
    saved.set(recipe.name, saving);
    await saving;
    return running;
  };
  return {
    place: 'this machine',
    atOnce: config.workerConcurrency,
    fetchesFiles: false,
    jobTypes: () => machine.describeJobTypes(),
    accepts: (work, filename) => machine.accepts(work, filename),
    run: async (work, files, watcher) => {
      const branching = 'recipe' in work && (await translateErrors(machine.findBranching(work.recipe)));
      const here = await saveAddresses(files);
      if (branching) {
        const running = await openServiceWith(branching);
        return running.run(work, here.files, watcher).finally(here.clear);
      }
      const run = machine.run(work, here.files, {
        ...watcher,
        onProgress: percent => watcher.onProgress(percent, 'processing'),
        onWarning: warning => watcher.onWarning({ code: warning.code, message: tellWarning(warning) }),
      });
      // The client is loaded while the job runs, so that the first host does not wait for it.
      const [made, { makePlacing }] = await translateErrors(
        Promise.all([run, import('./places.ts')]),
        'options' in work ? work.options : {},
        files.map(({ filename }) => filename),
      ).finally(here.clear);
      const place = makePlacing();
      return {
        outputs: made.map(({ path, filename, size, metadata }) => ({
          path,
          size,
          ...place(filename, metadata),
        })),
      };
    },
    recipes: () => translateErrors(machine.recipes()),
    createRecipe: (recipe): Promise<RecipeInfo> => translateErrors(machine.createRecipe(recipe)),
    close: async () => {
      await Promise.all([
        machine.close(),
        service?.then(
          running => running.close(),
          () => {},
        ),
      ]);
    },
  };
}
