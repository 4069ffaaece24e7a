import { Value } from 'typebox/value';
import { ApiError } from '../../contract/errors.ts';
import type { RecipeStep, StepChoices } from '../../contract/schemas/recipe.ts';
import type { JobType } from '../../jobs/job-type.ts';
import type { JobTypes } from '../../jobs/registry.ts';
import { targets } from '../job-types.ts';
import { type ChainStep, flow } from './chain.ts';
import { givenOptions, readStep } from './steps.ts';

type Choice = StepChoices['choices'][number];

/** The least that makes a request to it valid. */
const leastOptions = (job: JobType, outputFormat: string | undefined): Record<string, unknown> => ({
  ...job.example,
  ...(outputFormat && { outputFormat }),
});

const filled = (job: JobType, given: Record<string, unknown>) =>
  Value.Default(job.options, { ...given }) as Record<string, unknown>;

/** A step that is there already. What its options lack while it is being written does not keep others from being offered. */
function standing(jobTypes: JobTypes, step: RecipeStep, index: number): Omit<ChainStep, 'index'> | undefined {
  try {
    return readStep(jobTypes, step, index, true);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const job = jobTypes.get(step.jobType);
    if (!job || job.inputs === 'many') return undefined;
    const [first] = targets(job);
    const given = givenOptions(step);
    return { job, options: filled(job, { ...leastOptions(job, first), ...given }) };
  }
}

function reasonAgainst(job: JobType, before: ChainStep | undefined, followed: boolean): string | undefined {
  if (job.inputs === 'many') return `${job.title} takes several files, and a step has one input.`;
  if (before?.job.finalStepOnly) return `${before.job.title} may only be the final step.`;
  if (followed && job.finalStepOnly) return `${job.title} may only be the final step.`;
  return undefined;
}

/** Every job type with whether it fits at a place of a chain, asked of the same function that checks recipes. */
export function stepChoices(jobTypes: JobTypes, steps: RecipeStep[], at: number): StepChoices {
  const known = steps.map((step, index) => standing(jobTypes, step, index));
  const before = known.slice(0, at).filter(step => step !== undefined);
  const after = known.slice(at).filter(step => step !== undefined);
  const numbered = (chain: Omit<ChainStep, 'index'>[]) => chain.map((step, index) => ({ ...step, index }));
  const choose = (job: JobType): Choice => {
    const against = reasonAgainst(job, numbered(before).at(-1), after.length > 0);
    if (against) return { jobType: job.id, fits: false, reason: against };
    const fitting: (string | undefined)[] = [];
    let reason = '';
    for (const outputFormat of targets(job)) {
      const options = filled(job, leastOptions(job, outputFormat));
      const flowing = flow(numbered([...before, { job, options }, ...after]));
      if ('accepts' in flowing) fitting.push(outputFormat);
      else if (!reason || flowing.index > before.length) reason = flowing.reason;
    }
    if (fitting.length === 0) return { jobType: job.id, fits: false, reason };
    const named = fitting.filter(each => each !== undefined);
    const least = leastOptions(job, fitting.includes(undefined) ? undefined : fitting[0]);
    return {
      jobType: job.id,
      fits: true,
      options: least,
      ...(named.length > 0 && { outputFormats: named }),
    };
  };
  return { choices: [...jobTypes.values()].map(choose) };
}
