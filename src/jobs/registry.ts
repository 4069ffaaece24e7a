import { loadFiles } from '../folders.ts';
import type { JobType } from './job-type.ts';

export type JobTypes = ReadonlyMap<string, JobType>;

/** Every job type there is: the folders that hold a `job.ts`, family by family; of `folder` alone where one is given. */
export async function loadJobTypes(folder?: string): Promise<JobTypes> {
  const types = new Map<string, JobType>();
  for (const [name, { job }] of await loadFiles<{ job: JobType }>(
    'jobs',
    'job.ts',
    folder ? [folder] : undefined,
  )) {
    if (job.id !== name)
      throw new Error(`the folder ${name} declares the job type ${job.id}, not its own name`);
    types.set(name, job);
  }
  return types;
}
