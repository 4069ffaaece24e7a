import { ApiError, type ErrorDetail, invalid } from '../../../contract/errors.ts';
import type { RecipeStep } from '../../../contract/schemas/recipe.ts';
import type { FormatId } from '../../../formats/formats.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { followAllFormats } from './chain.ts';
import { refuseStep } from './refuse-step.ts';
import { linkSteps } from './step-links.ts';
import { type ReadStep, readStep } from './steps.ts';

/** The outcome of checking one step: what is wrong with it, or what it may make. */
interface CheckedStep {
  index: number;
  refusal?: ApiError;
  outputs?: FormatId[];
}

export interface CheckedRecipe {
  steps: CheckedStep[];
  /** Set only if no step is wrong. */
  whole?: { steps: ReadStep[]; accepts: FormatId[] };
}

function tryReading(read: () => ReadStep): ReadStep | ApiError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Reads every step, and follows the chain up to the first step that cannot be read. */
export function checkRecipe(jobTypes: JobTypes, steps: RecipeStep[]): CheckedRecipe {
  const links = linkSteps(jobTypes, steps);
  const isUsedSingly = (index: number) =>
    links.some(each => !(each instanceof ApiError) && each.mode === 'one' && each.sources.includes(index));
  const read = steps.map((step, index) => {
    const linked = links[index]!;
    return linked instanceof ApiError
      ? linked
      : tryReading(() => readStep(jobTypes, step, index, linked, isUsedSingly(index)));
  });
  const broken = read.findIndex(each => each instanceof ApiError);
  const readable = (broken === -1 ? read : read.slice(0, broken)) as ReadStep[];
  const flowing = followAllFormats(readable);
  const checked = read.map((each, index): CheckedStep => {
    if (each instanceof ApiError) return { index, refusal: each };
    if ('reason' in flowing)
      return flowing.index === index ? { index, refusal: refuseStep(index, '', flowing.reason) } : { index };
    const outputs = flowing.outputs[index];
    return { index, ...(outputs && { outputs }) };
  });
  const whole = steps.length > 0 && broken === -1 && 'accepts' in flowing;
  return { steps: checked, ...(whole && { whole: { steps: readable, accepts: flowing.accepts } }) };
}

/** Returns the steps of a recipe, or throws the refusal of the first wrong one. */
export function requireWhole(jobTypes: JobTypes, steps: RecipeStep[]): NonNullable<CheckedRecipe['whole']> {
  if (steps.length === 0) throw invalid('steps', 'A recipe needs at least one step.');
  const { whole, steps: checked } = checkRecipe(jobTypes, steps);
  if (!whole) throw checked.map(({ refusal }) => refusal).find(Boolean);
  return whole;
}

/** Lists what is wrong with a step, one entry per field. */
export const listErrors = ({ refusal }: CheckedStep): ErrorDetail[] => refusal?.extras.details ?? [];
