import type { Resolution } from '../../jobs/job-type.ts';
import type { InstalledModel } from '../../models/installed.ts';

/** Adds the installed models that a request uses only if there are any. */
export function addOptionalModels(
  resolution: Resolution,
  jobType: string,
  installed: readonly InstalledModel[],
): Resolution {
  const { optionalEngine, models = [] } = resolution;
  if (optionalEngine === undefined) return resolution;
  const added = installed
    .map(({ entry }) => entry)
    .filter(({ engine, jobTypes }) => engine === optionalEngine && jobTypes.includes(jobType));
  return { ...resolution, models: [...models, ...added.map(({ name }) => name)] };
}
