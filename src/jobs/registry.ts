import { findFiles, loadFiles } from '../job-and-engine-folders.ts';
import { builtInModels } from '../models/manifest.ts';
import { isExcluded, type ModelSet } from '../models/model.ts';
import type { FormField } from './form-fields.ts';
import { describeForm } from './forms.ts';
import type { JobType, Resolution } from './job-type.ts';

export type JobTypes = ReadonlyMap<string, JobType>;

/** Applies the fallback of a request whose models the installation excludes. */
function applyFallback({ instead, ...resolution }: Resolution, leftOut: ReadonlySet<string>): Resolution {
  if (!instead || !resolution.models?.some(name => leftOut.has(name))) return resolution;
  const { models: _, ...rest } = resolution;
  return { ...rest, ...instead };
}

/** Loads all job types: the folders with a `job.ts`, family by family, or only those in `folder`. */
export async function loadJobTypes(folder?: string, set: ModelSet = 'default'): Promise<JobTypes> {
  const leftOut = new Set(builtInModels.filter(model => isExcluded(model, set)).map(({ name }) => name));
  const roots = folder ? [folder] : undefined;
  const hasVerbFile = findFiles('jobs', 'verb.ts', roots);
  const types = new Map<string, JobType>();
  for (const [name, { job }] of await loadFiles<{ job: JobType }>('jobs', 'job.ts', roots)) {
    if (job.id !== name)
      throw new Error(`the folder ${name} declares the job type ${job.id}; the id must be the folder's name`);
    if (job.verb && !hasVerbFile.has(name))
      throw new Error(`the verb of the job type ${name} must be exported by a file verb.ts in its folder`);
    types.set(name, {
      ...job,
      options: describeForm(job.options, job.form as Record<string, FormField> | undefined, job.formWays),
      resolve: request => applyFallback(job.resolve(request), leftOut),
    });
  }
  return types;
}
