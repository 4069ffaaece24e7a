import { findFiles, loadFiles } from '../folders.ts';
import { builtInModels } from '../models/manifest.ts';
import { isLeftOut, type ModelSet } from '../models/model.ts';
import { describeForm } from './forms.ts';
import type { JobType, Resolution } from './job-type.ts';

export type JobTypes = ReadonlyMap<string, JobType>;

/** Where the installation leaves out a model that a request would run, what serves instead. */
function replaceLeftOut({ instead, ...resolution }: Resolution, leftOut: ReadonlySet<string>): Resolution {
  if (!instead || !resolution.models?.some(name => leftOut.has(name))) return resolution;
  const { models: _, ...rest } = resolution;
  return { ...rest, ...instead };
}

/** Every job type there is: the folders that hold a `job.ts`, family by family; of `folder` alone where one is given. */
export async function loadJobTypes(folder?: string, set: ModelSet = 'default'): Promise<JobTypes> {
  const leftOut = new Set(builtInModels.filter(model => isLeftOut(model, set)).map(({ name }) => name));
  const roots = folder ? [folder] : undefined;
  const hasVerbFile = findFiles('jobs', 'verb.ts', roots);
  const types = new Map<string, JobType>();
  for (const [name, { job }] of await loadFiles<{ job: JobType }>('jobs', 'job.ts', roots)) {
    if (job.id !== name)
      throw new Error(`the folder ${name} declares the job type ${job.id}, not its own name`);
    if (job.verb && !hasVerbFile.has(name))
      throw new Error(`the job type ${name} has a verb, which must be exported by a file verb.ts beside it`);
    types.set(name, {
      ...job,
      options: describeForm(job.options),
      resolve: request => replaceLeftOut(job.resolve(request), leftOut),
    });
  }
  return types;
}
