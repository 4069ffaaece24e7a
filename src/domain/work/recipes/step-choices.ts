import { Value } from 'typebox/value';
import { ApiError } from '../../../contract/errors.ts';
import type { RecipeStep, StepChoices } from '../../../contract/schemas/recipe.ts';
import { countFiles } from '../../../jobs/input-files.ts';
import type { JobType } from '../../../jobs/job-type.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { listTargets } from '../../installation/job-types.ts';
import { keepValid } from '../jobs/options.ts';
import { type ChainStep, followAllFormats } from './chain.ts';
import { linkSteps, type StepLinks } from './step-links.ts';
import { getGivenOptions, readStep } from './steps.ts';

type Choice = StepChoices['choices'][number];

/** Makes the fewest options with which a request to the job type is valid. */
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
  links: StepLinks,
): ChainStep | undefined {
  try {
    return readStep(jobTypes, step, index, links, false);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const job = jobTypes.get(step.jobType);
    if (!job || (job.inputs === 'many' && links.mode !== 'collect')) return undefined;
    const [first] = listTargets(job);
    // Wrong options are left out here, because they would be checked many times below.
    const given = keepValid(job, getGivenOptions(step));
    return {
      ...{ index, job, ...links, ...(step.when && { when: step.when }) },
      options: fillDefaults(job, { ...makeLeastOptions(job, first), ...given }),
    };
  }
}

/** Links the steps with the new one among them. A step whose source is wrong counts as one that takes the step before. */
function linkWithNew(jobTypes: JobTypes, steps: RecipeStep[], at: number): StepLinks[] {
  const added: RecipeStep = { jobType: '', name: '\0' };
  return linkSteps(jobTypes, steps.toSpliced(at, 0, added)).map((links, index) =>
    links instanceof ApiError ? { sources: [index - 1], mode: 'one' } : links,
  );
}

/** Leaves out the steps that could not be read, and renumbers the others. */
function closeGaps(chain: (Omit<ChainStep, 'index'> | undefined)[]): ChainStep[] {
  const places = chain.map((step, at) => (step ? chain.slice(0, at).filter(Boolean).length : undefined));
  return chain
    .filter(step => step !== undefined)
    .map((step, index) => {
      const sources = step.sources?.flatMap(source => (source < 0 ? source : (places[source] ?? [])));
      return { ...step, index, sources: sources?.length ? sources : [index - 1] };
    });
}

/** Explains why no step of this job type can be at a place, whatever its options. */
function findObjection(job: JobType, links: StepLinks, chain: ChainStep[], at: number): string | undefined {
  const collects = links.mode === 'collect';
  if (collects && countFiles(job).most !== Number.POSITIVE_INFINITY)
    return `${job.title} does not take any number of files.`;
  if (!collects && job.inputs === 'many')
    return `${job.title} takes several files, and a step has one input, unless it collects them.`;
  const final = links.sources.map(source => chain[source]?.job).find(source => source?.finalStepOnly);
  if (links.mode === 'one' && final) return `${final.title} may only be the final step.`;
  const isUsedSingly = chain.some(
    ({ sources, mode }) => mode !== 'each' && mode !== 'collect' && sources?.includes(at),
  );
  if (isUsedSingly && job.finalStepOnly) return `${job.title} may only be the final step.`;
  return undefined;
}

/** Rates an output format by how early it is suggested, and for how many of the formats that arrive. */
const rateFormat = (job: JobType, outputFormat: string, arriving: readonly string[]): number =>
  (job.suggestedFor ?? [])
    .filter(({ format }) => format === outputFormat)
    .flatMap(({ inputs, rank }) => inputs.filter(input => arriving.includes(input)).map(() => 1 / rank))
    .reduce((sum, rating) => sum + rating, 0);

/** Lists every job type with whether it fits at a position of a recipe, by the function that also checks recipes. */
export function listStepChoices(jobTypes: JobTypes, steps: RecipeStep[], at: number): StepChoices {
  const links = linkWithNew(jobTypes, steps, at);
  const known = steps.map((step, index) =>
    readStanding(jobTypes, step, index, links[index < at ? index : index + 1]!),
  );
  const place = known.slice(0, at).filter(Boolean).length;
  const before = followAllFormats(closeGaps(known.slice(0, at)));
  const afterMany = 'makesMany' in before && before.makesMany;
  const tryMode = (job: JobType, mode: StepLinks['mode']): Choice => {
    const makeChain = (options: Record<string, unknown>) =>
      closeGaps(known.toSpliced(at, 0, { index: at, job, options, sources: links[at]!.sources, mode }));
    const placed = makeChain({});
    const against = findObjection(job, { sources: placed[place]!.sources!, mode }, placed, place);
    if (against) return { jobType: job.id, fits: false, reason: against };
    const fitting: (string | undefined)[] = [];
    let best: { outputFormat: string; rating: number } | undefined;
    let reason = '';
    for (const outputFormat of listTargets(job)) {
      const flowing = followAllFormats(makeChain(fillDefaults(job, makeLeastOptions(job, outputFormat))));
      if ('accepts' in flowing) {
        fitting.push(outputFormat);
        if (outputFormat === undefined) continue;
        const arriving = flowing.outputs[place - 1] ?? flowing.accepts;
        const rating = rateFormat(job, outputFormat, arriving);
        if (!best || rating > best.rating) best = { outputFormat, rating };
      } else if (!reason || flowing.index > place) reason = flowing.reason;
    }
    if (fitting.length === 0) return { jobType: job.id, fits: false, reason };
    const named = fitting.filter(each => each !== undefined);
    const least = makeLeastOptions(job, fitting.includes(undefined) ? undefined : best?.outputFormat);
    return {
      jobType: job.id,
      fits: true,
      options: least,
      ...(named.length > 0 && { outputFormats: named }),
      ...(mode === 'each' && { forEach: true }),
      ...(mode === 'collect' && { collect: true }),
    };
  };
  const choose = (job: JobType): Choice => {
    const single = tryMode(job, 'one');
    if (single.fits || at === 0) return single;
    const others = [
      ...(afterMany ? (['each'] as const) : []),
      ...(countFiles(job).most === Number.POSITIVE_INFINITY ? (['collect'] as const) : []),
    ];
    for (const mode of others) {
      const choice = tryMode(job, mode);
      if (choice.fits) return choice;
    }
    return single;
  };
  return { choices: [...jobTypes.values()].map(choose) };
}
