import { Value } from 'typebox/value';
import { ApiError, invalid } from '../../contract/errors.ts';
import type { JobTypeList } from '../../contract/schemas/service.ts';
import type { Database } from '../../db/database.ts';
import type { EngineFacts } from '../../db/tables/jobs.ts';
import { type FormatId, getFormat } from '../../formats/formats.ts';
import { type Condition, inForm, type Need } from '../../jobs/form-fields.ts';
import { listAccepted } from '../../jobs/input-files.ts';
import {
  findPreview,
  type InputRole,
  type JobType,
  listNeeds,
  nameTool,
  Refusal,
  type Resolution,
  webAccess,
} from '../../jobs/job-type.ts';
import { listNeeded, listOffers } from '../../jobs/offers.ts';
import type { JobTypes } from '../../jobs/registry.ts';
import { builtInModels, findChoice } from '../../models/manifest.ts';
import {
  adaptModelDefault,
  listInstalledChoices,
  listInstalledEngines,
  listInstallingEngines,
  readInstalledFacts,
} from './engines.ts';

interface Choice {
  enum?: string[];
  anyOf?: { const: string }[];
}

/** Lists the values that a job type's options allow for `outputFormat`; `undefined` among them means that it may be left out. */
export function listTargets(job: JobType): (string | undefined)[] {
  const { outputFormat } = job.options.properties as Record<string, Choice | undefined>;
  if (!outputFormat) return [undefined];
  const named = outputFormat.enum ?? outputFormat.anyOf?.map(each => each.const) ?? [];
  return job.options.required?.includes('outputFormat') ? named : [undefined, ...named];
}

/** Lists what a request may give as `model`; `undefined` stands for leaving it out. */
function listModelChoices(job: JobType, installed: readonly string[]): (string | undefined)[] {
  if (!('model' in job.options.properties)) return [undefined];
  const known = builtInModels.filter(({ jobTypes, helper }) => !helper && jobTypes.includes(job.id));
  return [undefined, ...new Set([...known.map(({ name }) => findChoice(name)), ...installed])];
}

/** Lists for every accepted format what it can become and what that needs, by asking the declaration's `resolve`. */
export function listConversions(
  job: JobType,
  models: readonly string[] = [],
): Map<string, { outputs: Set<string>; counts: Set<Resolution['count']>; needs: Set<string>[] }> {
  return new Map(
    job.accepts.map(input => {
      const outputs = new Set<string>();
      const counts = new Set<Resolution['count']>();
      const needs: Set<string>[] = [];
      for (const outputFormat of listTargets(job))
        for (const model of listModelChoices(job, models)) {
          try {
            const options = Value.Default(job.options, {
              ...job.example,
              ...(outputFormat && { outputFormat }),
              ...(model && { model }),
            });
            const resolved = job.resolve({ input, options: options as Record<string, unknown> });
            for (const output of resolved.outputs) outputs.add(output);
            counts.add(resolved.count);
            needs.push(new Set(listNeeds(resolved)));
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
          }
        }
      return [input, { outputs, counts, needs }];
    }),
  );
}

export interface Availability {
  /** Whether at least some requests of this type can run here. */
  available: boolean;
  /** The engines and models (`model:<name>`) that some requests need and that are missing here. */
  missing: string[];
  /** The missing engines that set-up is installing. */
  installing: string[];
}

export const findAvailability = (
  job: JobType,
  installed: { has(id: string): boolean },
  models: readonly string[],
  installing: { has(id: string): boolean } = new Set(),
): Availability => computeAvailability(listConversions(job, models), installed, installing);

/** `ready`: everything it needs is here. `installing`: set-up is installing the rest. `missing`: an operator must install something. */
export const nameState = ({ missing, installing }: Availability): 'ready' | 'installing' | 'missing' =>
  installing.length > 0 ? 'installing' : missing.length > 0 ? 'missing' : 'ready';

function computeAvailability(
  table: ReturnType<typeof listConversions>,
  installed: { has(id: string): boolean },
  installing: { has(id: string): boolean },
): Availability {
  const ways = [...table.values()].flatMap(({ needs }) => needs);
  // An operator who leaves access to the web off misses nothing.
  const missing = [...new Set(ways.flatMap(needs => [...needs]))].filter(
    id => !installed.has(id) && id !== webAccess,
  );
  return {
    available: ways.some(needs => [...needs].every(id => installed.has(id))),
    missing,
    installing: missing.filter(id => installing.has(id)),
  };
}

type JobTypeInfo = JobTypeList['jobTypes'][number];

/** The engines and models that the workers of this installation have. */
interface Installation {
  installed: Map<string, string>;
  installing: Set<string>;
  facts: EngineFacts;
  /** A text that changes whenever what is installed changes. */
  key: string;
}

const readInstallation = async (db: Database): Promise<Installation> => {
  const [installed, installing, facts] = await Promise.all([
    listInstalledEngines(db),
    listInstallingEngines(db),
    readInstalledFacts(db),
  ]);
  const key = JSON.stringify([[...installed.keys()].sort(), [...installing].sort(), facts]);
  return { installed, installing, facts, key };
};

/** The last description of each job type. Asking a declaration for all its conversions would hold up other requests. */
const described = new WeakMap<JobType, { key: string; info: JobTypeInfo }>();

function describeJobType(job: JobType, installation: Installation): JobTypeInfo {
  const known = described.get(job);
  if (known?.key === installation.key) return known.info;
  const info = describeAnew(job, installation);
  described.set(job, { key: installation.key, info });
  return info;
}

function describeAnew(job: JobType, { installed, installing, facts }: Installation): JobTypeInfo {
  const models = listInstalledChoices(installed.keys(), facts, job.id);
  const table = listConversions(job, models);
  const availability = computeAvailability(table, installed, installing);
  const { available, missing } = availability;
  const used = new Set([...table.values()].flatMap(({ needs }) => needs.flatMap(each => [...each])));
  const engineFacts = [...used].filter(id => !id.startsWith('model:')).map(id => facts[id]);
  const offered: Record<string, string[]> = Object.assign({}, ...Object.values(facts));
  const choices: Record<string, string[]> = {
    ...Object.assign({}, ...engineFacts),
    // An engine that only some files need is in no list of needs.
    ...Object.fromEntries(
      (job.installedChoices ?? []).flatMap(name => (offered[name] ? [[name, offered[name]]] : [])),
    ),
    ...('model' in job.options.properties && { model: models }),
  };
  const counts = new Set([...table.values()].flatMap(each => [...each.counts]));
  const preview = findPreview(job);
  return {
    id: job.id,
    title: job.title,
    summary: job.summary,
    tabs: job.tabs.map(({ id }) => id),
    family: job.tabs[0].title,
    heading: job.heading ?? job.tabs[0].heading,
    inputs: job.inputs,
    ...(job.roles && { roles: job.roles.map((role, index) => describeRole(job, role, index)) }),
    ...(job.endpoint && { endpoint: job.endpoint }),
    outputs: counts.size > 1 ? 'depends' : counts.has('many') ? 'many' : 'one',
    finalStepOnly: job.finalStepOnly ?? false,
    ...(job.verb && { verb: { ...job.verb, tool: nameTool(job.verb) } }),
    streamsText: job.streamsText ?? false,
    ...(preview && { preview }),
    repairs: job.repairs ?? false,
    offers: listOffers(job),
    offersSameFormat: job.offersSameFormat ?? false,
    ...(job.converts && { converts: job.converts }),
    accepts: job.accepts.map(id => {
      const { mediaTypes, extensions } = getFormat(id);
      return { format: id, mediaTypes: [...mediaTypes], extensions: [...extensions] };
    }),
    conversions: Object.fromEntries([...table].map(([input, { outputs }]) => [input, [...outputs]])),
    options: adaptModelDefault(job.options, models),
    needs: listNeeded(job).map(describeNeed),
    ...(Object.keys(choices).length > 0 && { choices }),
    ...(job.credits && { credits: job.credits }),
    available,
    state: nameState(availability),
    ...(missing.length > 0 && { missing }),
    ...(availability.installing.length > 0 && { installing: availability.installing }),
  };
}

const describeCondition = (condition: Condition) =>
  Object.fromEntries(Object.entries(condition).map(([name, values]) => [name, [...values]]));

const describeNeed = ({ options, hint, when }: Need) => ({
  options: [...options],
  hint,
  ...(when && { when: describeCondition(when) }),
});

const describeRole = (
  job: JobType,
  { name, title, optional, many, shownWhen }: InputRole,
  index: number,
) => ({
  name,
  title,
  formats: [...listAccepted(job, index)],
  optional: optional ?? false,
  many: many ?? false,
  ...(shownWhen && { shownWhen: describeCondition(shownWhen) }),
});

export async function listJobTypes(db: Database, jobTypes: JobTypes): Promise<JobTypeList> {
  const installation = await readInstallation(db);
  return { jobTypes: [...jobTypes.values()].map(job => describeJobType(job, installation)) };
}

/** Describes one job type. If a conversion is named, only the options that affect it are listed. */
export async function getJobType(
  db: Database,
  jobTypes: JobTypes,
  id: string,
  { input, outputFormat }: { input?: string; outputFormat?: string },
): Promise<JobTypeInfo> {
  const job = jobTypes.get(id);
  if (!job) throw new ApiError('not_found', { message: `There is no job type ${id}.` });
  if (input !== undefined && !job.accepts.includes(input as FormatId))
    throw invalid('input', `${id} does not take ${input}; it takes ${job.accepts.join(', ')}.`);
  const info = describeJobType(job, await readInstallation(db));
  if (input === undefined || outputFormat === undefined || !job.optionsFor) return info;
  const names = ['outputFormat', ...job.optionsFor(input as FormatId, outputFormat)];
  const wording = job.formFor?.(input as FormatId, outputFormat) ?? {};
  const properties = Object.fromEntries(
    Object.entries(job.options.properties)
      .filter(([name]) => names.includes(name))
      .map(([name, schema]) => [name, { ...schema, ...inForm(wording[name] ?? {}) }]),
  );
  return { ...info, options: { ...job.options, properties } };
}
