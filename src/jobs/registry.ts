import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JobType } from './job-type.ts';

export type JobTypes = ReadonlyMap<string, JobType>;

/** Every job type there is: the folders that hold a `job.ts`, in the order of their names. */
export async function loadJobTypes(folder: string = import.meta.dirname): Promise<JobTypes> {
  const types = new Map<string, JobType>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => /^[^/]+\/[^/]+\/job\.ts$/.test(path))
    .sort();
  for (const path of files) {
    const { job } = (await import(join(folder, path))) as { job: JobType };
    if (job.id !== path.split('/')[1]) throw new Error(`${path} declares ${job.id}, not its folder's name`);
    types.set(job.id, job);
  }
  return types;
}
