import { ApiError, type ErrorDetail } from '../../../contract/errors.ts';
import type { RecipeStep, StepCondition } from '../../../contract/schemas/recipe.ts';
import type { StepFlow } from '../../../db/tables/recipes.ts';
import { formats as knownFormats } from '../../../formats/formats.ts';
import { countFiles, FilePlaces } from '../../../jobs/input-files.ts';
import { hasTab, type JobType } from '../../../jobs/job-type.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { type Options, readOptions } from '../jobs/options.ts';
import { explainTemplate } from './output-names.ts';
import { refuseStep } from './refuse-step.ts';
import type { StepLinks } from './step-links.ts';

/** A step that has been read: its job type, and the options as its schema accepts them. */
export interface ReadStep {
  index: number;
  name: string;
  job: JobType;
  tab: string;
  options: Options;
  artifacts: StepArtifact[];
  sources: number[];
  mode: StepFlow['mode'];
  when?: StepCondition;
  outputName?: string;
}

/** A further file of a step, in the order of the job's inputs after the step's own. */
export interface StepArtifact {
  role: string;
  id: string;
}

/** Returns true if a step does more than take the only file of the step before it. */
export const isBranching = (
  steps: readonly Pick<RecipeStep, 'from' | 'forEach' | 'collect' | 'when' | 'outputName'>[],
): boolean =>
  steps.some(
    ({ from, forEach, collect, when, outputName }) =>
      from !== undefined || forEach || collect || when !== undefined || outputName !== undefined,
  );

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
  mode: StepFlow['mode'],
): StepArtifact[] {
  const [own] = job.roles ?? [];
  if (mode === 'collect') {
    if (countFiles(job).most !== Number.POSITIVE_INFINITY)
      throw refuseStep(index, 'collect', `${job.id} does not take any number of files.`);
    if (Object.keys(artifacts).length > 0)
      throw refuseStep(index, 'artifacts', 'A step that collects files takes them from its sources only.');
    return [];
  }
  if (!own && job.inputs === 'many')
    throw refuseStep(
      index,
      'jobType',
      `${job.id} takes several files, and a step has one input, unless it has collect.`,
    );
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

/** The conditions that files of any format can meet. `run_step_files.sql` has their names too: change both. */
const conditionsOfFiles: ReadonlySet<string> = new Set(['format', 'minBytes', 'maxBytes']);

/** Tells whether a condition is about pages, which only PDF files have. */
export const isAboutPages = (when: StepCondition): boolean =>
  Object.keys(when).some(name => !conditionsOfFiles.has(name));

/** Refuses a condition that no file could match. */
function requireCondition(when: StepCondition, index: number) {
  const { format, minPages, maxPages, minBytes, maxBytes } = when;
  const formats = [format ?? []].flat();
  const unknown = formats.find(each => !knownFormats.has(each as never));
  if (unknown !== undefined) throw refuseStep(index, 'when.format', `There is no format ${unknown}.`);
  if (isAboutPages(when) && formats.length > 0 && !formats.includes('pdf'))
    throw refuseStep(index, 'when.format', 'Only PDF files have pages.');
  if (minPages !== undefined && maxPages !== undefined && minPages > maxPages)
    throw refuseStep(index, 'when.maxPages', 'maxPages is less than minPages.');
  if (minBytes !== undefined && maxBytes !== undefined && minBytes > maxBytes)
    throw refuseStep(index, 'when.maxBytes', 'maxBytes is less than minBytes.');
}

/** Reads a step. `isUsedSingly` means that a later step takes its only file. */
export function readStep(
  jobTypes: JobTypes,
  step: RecipeStep,
  index: number,
  { sources, mode }: StepLinks,
  isUsedSingly: boolean,
): ReadStep {
  const job = jobTypes.get(step.jobType);
  if (!job) throw refuseStep(index, 'jobType', `There is no job type ${step.jobType}.`);
  const artifacts = readArtifacts(step, index, job, mode);
  if (isUsedSingly && job.finalStepOnly)
    throw refuseStep(index, 'jobType', `${job.id} may only be the final step.`);
  const { when, outputName } = step;
  if (when) requireCondition(when, index);
  const badName = outputName !== undefined && explainTemplate(outputName);
  if (badName) throw refuseStep(index, 'outputName', badName);
  const { tab, options, at } = readConfig(step, index, job);
  try {
    const read = readOptions(job, options);
    return {
      ...{ index, name: step.name ?? job.title, job, tab, options: read, artifacts, sources, mode },
      ...(when && { when }),
      ...(outputName !== undefined && { outputName }),
    };
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
