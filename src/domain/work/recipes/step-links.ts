import { ApiError } from '../../../contract/errors.ts';
import { maxPathSteps, type RecipeStep } from '../../../contract/schemas/recipe.ts';
import type { StepFlow } from '../../../db/tables/recipes.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { refuseStep } from './refuse-step.ts';

type LinkedFields = Pick<RecipeStep, 'name' | 'jobType' | 'from' | 'forEach' | 'collect'>;

/** The steps whose files a step uses, and whether it runs on one file, on each of several or on all together. */
export type StepLinks = Pick<StepFlow, 'sources' | 'mode'>;

/** The input of a run, among the sources of a step. */
export const runInput = -1;

function findSources(names: string[], { from }: LinkedFields, index: number): number[] {
  if (from === undefined) return [index - 1];
  const found = [from].flat().map((name): number => {
    if (name === 'input') return runInput;
    const at = names.indexOf(name);
    if (at === -1 || at >= index)
      throw refuseStep(
        index,
        'from',
        at === -1
          ? `There is no earlier step named ${name}. Give "input" or the name of an earlier step.`
          : `${name} does not come before this step. A step can only use the input or earlier steps.`,
      );
    if (names.lastIndexOf(name, index - 1) !== at)
      throw refuseStep(
        index,
        'from',
        `Several steps are named ${name}. Give them different names to use one of them.`,
      );
    return at;
  });
  if (new Set(found).size < found.length) throw refuseStep(index, 'from', 'A source is named twice.');
  return found;
}

function findMode({ forEach, collect }: LinkedFields, sources: number[], index: number): StepFlow['mode'] {
  if (forEach && collect)
    throw refuseStep(
      index,
      'collect',
      'Give forEach or collect: a step runs for each file or for all together.',
    );
  if (!forEach && !collect && sources.length > 1)
    throw refuseStep(index, 'from', 'A step that uses several sources needs forEach or collect.');
  return forEach ? 'each' : collect ? 'collect' : 'one';
}

/** Finds the sources of every step. A step that is wrong has its refusal instead. */
export function linkSteps(jobTypes: JobTypes, steps: readonly LinkedFields[]): (StepLinks | ApiError)[] {
  const names = steps.map(({ name, jobType }) => name ?? jobTypes.get(jobType)?.title ?? jobType);
  const lengths: number[] = [];
  return steps.map((step, index) => {
    try {
      const sources = findSources(names, step, index);
      const length = 1 + Math.max(...sources.map(source => lengths[source] ?? 0));
      lengths.push(length);
      if (length > maxPathSteps)
        throw new ApiError('validation_failed', {
          message: `Step ${index + 1} comes after ${length - 1} others. A file can pass at most ${maxPathSteps} steps.`,
          details: [
            { path: 'steps', message: `must have at most ${maxPathSteps} steps one after the other` },
          ],
        });
      return { sources, mode: findMode(step, sources, index) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      lengths[index] ??= 1;
      return error;
    }
  });
}

/** Finds the sources of the steps of a saved recipe, all of which are right. */
export const linkSavedSteps = (jobTypes: JobTypes, steps: readonly LinkedFields[]): StepLinks[] =>
  linkSteps(jobTypes, steps).map(links => {
    if (links instanceof ApiError) throw links;
    return links;
  });
