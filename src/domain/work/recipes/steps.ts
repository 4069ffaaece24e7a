import { ApiError, type ErrorDetail } from '../../../contract/errors.ts';
import type { RecipeStep } from '../../../contract/schemas/recipe.ts';
import { FilePlaces } from '../../../jobs/input-files.ts';
import { hasTab, type JobType } from '../../../jobs/job-type.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { type Options, readOptions } from '../jobs/options.ts';

/** A step that has been read: its job type, and the options as its schema accepts them. */
export interface ReadStep {
  index: number;
  name: string;
  job: JobType;
  tab: string;
  options: Options;
  artifacts: StepArtifact[];
}

/** A further file of a step, in the order of the job's inputs after the step's own. */
export interface StepArtifact {
  role: string;
  id: string;
}

/** Makes the refusal of one step, which names the step and the reason. */
export function refuseStep(index: number, path: string, reason: string): ApiError {
  const detail = { path: `steps.${index}${path && `.${path}`}`, message: reason };
  return new ApiError('validation_failed', { message: `Step ${index + 1}: ${reason}`, details: [detail] });
}

/** The options of a step that was not checked yet. They are in `options`, or in `config` under the name of its tab. */
export const getGivenOptions = ({ config, options }: RecipeStep): Options =>
  (config ? (config[String(config.tab)] as Options | undefined) : options) ?? {};

interface ReadConfig {
  tab: string;
  options: Options;
  /** The path of the options in the step. */
  at: string;
}

function readConfig({ config, options: bare }: RecipeStep, index: number, job: JobType): ReadConfig {
  if (config && bare)
    throw refuseStep(index, 'options', 'The options stand in config already: give config or options.');
  if (!config) return { tab: job.tabs[0].id, options: bare ?? {}, at: 'options' };
  const { tab, processingMode = 'server', ...rest } = config;
  if (typeof tab !== 'string' || !hasTab(job, [tab]))
    throw refuseStep(
      index,
      'config.tab',
      `${job.id} stands under ${job.tabs.map(each => each.id).join(', ')}.`,
    );
  if (processingMode !== 'server')
    throw refuseStep(index, 'config.processingMode', 'Recipes run on the server: give "server".');
  const { [tab]: options = {}, ...unknown } = rest;
  const [stray] = Object.keys(unknown);
  if (stray !== undefined)
    throw refuseStep(index, `config.${stray}`, `${stray} is not a known field; options stand under ${tab}.`);
  if (options === null || typeof options !== 'object' || Array.isArray(options))
    throw refuseStep(index, `config.${tab}`, 'The options must be an object.');
  return { tab, options: options as Options, at: `config.${tab}` };
}

/** Reads the further files of a step. Refuses roles that the job type does not have, and steps that lack a file. */
export function readArtifacts(
  { artifacts = {} }: Pick<RecipeStep, 'artifacts'>,
  index: number,
  job: JobType,
): StepArtifact[] {
  const [own] = job.roles ?? [];
  if (!own && job.inputs === 'many')
    throw refuseStep(index, 'jobType', `${job.id} takes several files, and a step has one input.`);
  const places = new FilePlaces(job);
  const files: StepArtifact[] = [];
  try {
    places.take(own?.name, 'artifacts');
    for (const [role, ids] of Object.entries(artifacts))
      for (const id of [ids].flat()) files[places.take(role, `artifacts.${role}`) - 1] = { role, id };
    places.requireAll('artifacts');
  } catch (error) {
    const [detail] = error instanceof ApiError ? (error.extras.details ?? []) : [];
    if (!detail) throw error;
    throw refuseStep(index, detail.path, (error as ApiError).extras.message ?? detail.message);
  }
  return files;
}

export function readStep(jobTypes: JobTypes, step: RecipeStep, index: number, last: boolean): ReadStep {
  const job = jobTypes.get(step.jobType);
  if (!job) throw refuseStep(index, 'jobType', `There is no job type ${step.jobType}.`);
  const artifacts = readArtifacts(step, index, job);
  if (!last && job.finalStepOnly) throw refuseStep(index, 'jobType', `${job.id} may only be the final step.`);
  const { tab, options, at } = readConfig(step, index, job);
  try {
    const read = readOptions(job, options);
    return { index, name: step.name ?? job.title, job, tab, options: read, artifacts };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const moved = (error.extras.details ?? []).map(
      (detail: ErrorDetail): ErrorDetail => ({
        path: `steps.${index}.${detail.path.replace(/^options/, at)}`,
        message: detail.message.replace('`options', `\`steps.${index}.${at}`),
      }),
    );
    throw new ApiError('validation_failed', {
      message: `Step ${index + 1}: ${moved[0]?.message ?? error.message}`,
      details: moved,
    });
  }
}
