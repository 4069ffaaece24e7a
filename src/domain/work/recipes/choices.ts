import { Value } from 'typebox/value';
import { ApiError } from '../../../contract/errors.ts';
import type { RecipeStep, StepChoices } from '../../../contract/schemas/recipe.ts';
import type { JobType } from '../../../jobs/job-type.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { listTargets } from '../../installation/job-types.ts';
import { keepValid } from '../jobs/options.ts';
import { type ChainStep, followAllFormats } from './chain.ts';
import { getGivenOptions, readStep } from './steps.ts';

type Choice = StepChoices['choices'][number];

/** The fewest options with which a request to the job type is valid. */
const makeLeastOptions = (job: JobType, outputFormat: string | undefined): Record<string, unknown> => ({
  ...job.example,
  ...(outputFormat && { outputFormat }),
});

const fillDefaults = (job: JobType, given: Record<string, unknown>) =>
  Value.Default(job.options, { ...given }) as Record<string, unknown>;

/** Reads a step that is in the recipe already. Its options may still be incomplete; other steps are offered all the same. */
function readStanding(
  jobTypes: JobTypes,
  step: RecipeStep,
  index: number,
): Omit<ChainStep, 'index'> | undefined {
  try {
    return readStep(jobTypes, step, index, true);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const job = jobTypes.get(step.jobType);
    if (!job || job.inputs === 'many') return undefined;
    const [first] = listTargets(job);
    // Wrong options are left out here, because they would be checked many times below.
    const given = keepValid(job, getGivenOptions(step));
    return { job, options: fillDefaults(job, { ...makeLeastOptions(job, first), ...given }) };
  }
}

function findObjection(job: JobType, before: ChainStep | undefined, followed: boolean): string | undefined {
  if (job.inputs === 'many') return `${job.title} takes several files, and a step has one input.`;
  if (before?.job.finalStepOnly) return `${before.job.title} may only be the final step.`;
  if (followed && job.finalStepOnly) return `${job.title} may only be the final step.`;
  return undefined;
}

/** Rates an output format by how early it is suggested, and for how many of the formats that arrive. */
const rateFormat = (job: JobType, outputFormat: string, arriving: readonly string[]): number =>
  (job.suggestedFor ?? [])
    .filter(({ format }) => format === outputFormat)
    .flatMap(({ inputs, rank }) => inputs.filter(input => arriving.includes(input)).map(() => 1 / rank))
    .reduce((sum, rating) => sum + rating, 0);

/** Lists every job type with whether it fits at a position of a chain, by the function that also checks recipes. */
export function listStepChoices(jobTypes: JobTypes, steps: RecipeStep[], at: number): StepChoices {
  const known = steps.map((step, index) => readStanding(jobTypes, step, index));
  const before = known.slice(0, at).filter(step => step !== undefined);
  const after = known.slice(at).filter(step => step !== undefined);
  const numberSteps = (chain: Omit<ChainStep, 'index'>[]) => chain.map((step, index) => ({ ...step, index }));
  const choose = (job: JobType): Choice => {
    const against = findObjection(job, numberSteps(before).at(-1), after.length > 0);
    if (against) return { jobType: job.id, fits: false, reason: against };
    const fitting: (string | undefined)[] = [];
    let best: { outputFormat: string; rating: number } | undefined;
    let reason = '';
    for (const outputFormat of listTargets(job)) {
      const options = fillDefaults(job, makeLeastOptions(job, outputFormat));
      const flowing = followAllFormats(numberSteps([...before, { job, options }, ...after]));
      if ('accepts' in flowing) {
        fitting.push(outputFormat);
        if (outputFormat === undefined) continue;
        const arriving = flowing.outputs[before.length - 1] ?? flowing.accepts;
        const rating = rateFormat(job, outputFormat, arriving);
        if (!best || rating > best.rating) best = { outputFormat, rating };
      } else if (!reason || flowing.index > before.length) reason = flowing.reason;
    }
    if (fitting.length === 0) return { jobType: job.id, fits: false, reason };
    const named = fitting.filter(each => each !== undefined);
    const least = makeLeastOptions(job, fitting.includes(undefined) ? undefined : best?.outputFormat);
    return {
      jobType: job.id,
      fits: true,
      options: least,
      ...(named.length > 0 && { outputFormats: named }),
    };
  };
  return { choices: [...jobTypes.values()].map(choose) };
}
