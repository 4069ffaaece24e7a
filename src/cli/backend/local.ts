import { join } from 'node:path';
import { loadConfig } from '../../config.ts';
import { ApiError } from '../../contract/errors.ts';
import { JobFailure } from '../../contract/failure.ts';
import { LocalRunner } from '../../local/runner.ts';
import { configFolder } from '../account.ts';
import { inFlags } from '../flags/flags.ts';
import { type Backend, type RecipeInfo, WorkFailed } from './backend.ts';
import { failureSentence } from './failures.ts';

/** What this machine says of a failure, as every backend says it. */
function translate(error: unknown): unknown {
  if (error instanceof ApiError) return new WorkFailed(inFlags(error.message), { code: error.code });
  if (error instanceof JobFailure)
    return new WorkFailed(failureSentence({ reason: error.reason }), { code: 'processing_failed' });
  return error;
}

/**
 * Runs jobs on this machine: the same declarations and hosts as a server's, without database or HTTP. Of a command that
 * `works` on files the first host starts while the declarations are still to be read.
 */
export async function openThisMachine(works: boolean): Promise<Backend> {
  const config = loadConfig(process.env);
  const runner = new LocalRunner(config);
  if (works) await runner.startAhead();
  const { LocalMachine } = await import('../../local/machine.ts');
  const machine = new LocalMachine(config, join(configFolder(), 'recipes'), runner);
  const translated = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw translate(error);
    }
  };
  return {
    place: 'this machine',
    atOnce: config.workerConcurrency,
    jobTypes: () => machine.describeJobTypes(),
    accepts: (work, filename) => machine.accepts(work, filename),
    run: async (work, files, watcher) => ({
      outputs: await translated(
        machine.run(work, files, {
          ...watcher,
          onProgress: percent => watcher.onProgress(percent, 'processing'),
        }),
      ),
    }),
    recipes: () => translated(machine.recipes()),
    createRecipe: (recipe): Promise<RecipeInfo> => translated(machine.createRecipe(recipe)),
    close: () => machine.close(),
  };
}
