import { ApiError } from '../contract/errors.ts';
import { loadEngines } from '../engines/probes.ts';
import type { Resolution } from '../jobs/job-type.ts';
import { findInstalledModels } from '../models/installed.ts';
import { findChoice } from '../models/manifest.ts';
import type { Config } from '../settings/config.ts';
import { createModelFinder } from '../worker/models/installed.ts';
import type { FindModel } from '../worker/models/model.ts';
import { addOptionalModels } from '../worker/models/optional.ts';

/** Finds the installed models of a job. Throws if one is missing. */
export async function requireModels(
  { modelsDir, models: set }: Config,
  jobType: string,
  needed: readonly string[],
): Promise<FindModel> {
  const { models } = await findInstalledModels(modelsDir, set);
  const servesJob = (name: string) =>
    models.some(({ entry }) => entry.name === name && (entry.helper || entry.jobTypes.includes(jobType)));
  const missing = needed.filter(name => !servesJob(name));
  if (missing.length > 0)
    throw new ApiError('feature_not_available', {
      message: `${jobType} needs the model ${missing.join(', ')}, which is not installed. Download it with \`filemill models pull ${missing.join(' ')}\`.`,
    });
  return createModelFinder({ current: () => models }, await loadEngines());
}

/** Finds the installed models that a job uses only if there are any. */
export async function findOptionalModels(
  { modelsDir, models: set }: Config,
  jobType: string,
  resolution: Resolution,
): Promise<{ resolution: Resolution; findModel: FindModel }> {
  const { models } = await findInstalledModels(modelsDir, set);
  return {
    resolution: addOptionalModels(resolution, jobType, models),
    findModel: createModelFinder({ current: () => models }, await loadEngines()),
  };
}

/** Lists the values of `options.model` on this machine. */
export async function listLocalChoices(
  { modelsDir, models: set }: Config,
  jobType: string,
): Promise<string[]> {
  const { models } = await findInstalledModels(modelsDir, set);
  return models
    .filter(({ entry }) => !entry.helper && entry.jobTypes.includes(jobType))
    .map(({ entry }) => findChoice(entry.name));
}
