import type { StepFlow } from '../../../db/tables/recipes.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { countFiles } from '../../../jobs/input-files.ts';
import { listNeeds } from '../../../jobs/job-type.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { limits } from '../../../settings/limits.ts';
import { type ChainStep, followFormats } from './chain.ts';
import { isAboutPages, type ReadStep } from './steps.ts';

/** The job type that counts the pages of a file, and describes them. */
const counterType = 'pdf-info';

function planCounter(jobTypes: JobTypes): NonNullable<StepFlow['counter']> {
  const job = jobTypes.get(counterType);
  if (!job) throw new Error(`the job type ${counterType} is missing`);
  return { type: counterType, needs: listNeeds(job.resolve({ input: 'pdf', options: {} })) };
}

/**
 * Plans how the steps of a branching run get their files, and what they need for each format, so that the queue can go on
 * with the run in the transaction that ends a job.
 */
export function planFlows(
  jobTypes: JobTypes,
  steps: (ChainStep & Pick<ReadStep, 'sources' | 'mode' | 'outputName'>)[],
  inputs: readonly FormatId[],
): StepFlow[] {
  const needs = followFormats(steps, inputs);
  return steps.map(({ index, job, sources, mode, when, outputName }, at) => {
    const { format, ...conditions } = when ?? {};
    return {
      sources,
      mode,
      ...(when && { when: { ...conditions, ...(format !== undefined && { format: [format].flat() }) } }),
      ...(outputName !== undefined && { outputName }),
      needs: Object.fromEntries(needs[at] ?? []),
      // A single file can be merged, too: a document may turn out to have one page.
      least: job.roles ? countFiles(job).least : 1,
      most: limits.stepJobs,
      leaf: !steps.some(each => each.sources.includes(index)),
      ...(when && isAboutPages(when) && { counter: planCounter(jobTypes) }),
    };
  });
}
