import { Value } from 'typebox/value';
import type { JobTypeList } from '../contract/schemas/service.ts';
import type { Database } from '../db/database.ts';
import { formatOf } from '../formats/formats.ts';
import { type JobType, needsOf, Refusal } from '../jobs/job-type.ts';
import type { JobTypes } from '../jobs/registry.ts';
import { builtInModels, choiceOf } from '../models/manifest.ts';
import { installedChoices, installedEngines, installedFacts } from './engines.ts';

interface Choice {
  enum?: string[];
  anyOf?: { const: string }[];
}

/** The values an options schema allows for `outputFormat`, and leaving it out where that has a meaning. */
function targets(job: JobType): (string | undefined)[] {
  const { outputFormat } = job.options.properties as Record<string, Choice | undefined>;
  if (!outputFormat) return [undefined];
  const named = outputFormat.enum ?? outputFormat.anyOf?.map(each => each.const) ?? [];
  return job.options.required?.includes('outputFormat') ? named : [undefined, ...named];
}

/** The models a request may choose: leaving it out, and every word there is. */
function modelChoices(job: JobType, installed: readonly string[]): (string | undefined)[] {
  if (!('model' in job.options.properties)) return [undefined];
  const known = builtInModels.filter(({ jobTypes, helper }) => !helper && jobTypes.includes(job.id));
  return [undefined, ...new Set([...known.map(({ name }) => choiceOf(name)), ...installed])];
}

/** For every accepted format, what it can become and what each way needs, asked of the declaration itself. */
function conversions(
  job: JobType,
  models: readonly string[] = [],
): Map<string, { outputs: Set<string>; needs: Set<string>[] }> {
  return new Map(
    job.accepts.map(input => {
      const outputs = new Set<string>();
      const needs: Set<string>[] = [];
      for (const outputFormat of targets(job))
        for (const model of modelChoices(job, models)) {
          try {
            const options = Value.Default(job.options, {
              ...job.example,
              ...(outputFormat && { outputFormat }),
              ...(model && { model }),
            });
            const resolved = job.resolve({ input, options: options as Record<string, unknown> });
            for (const output of resolved.outputs) outputs.add(output);
            needs.push(new Set(needsOf(resolved)));
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
          }
        }
      return [input, { outputs, needs }];
    }),
  );
}

export interface Availability {
  /** Some request to it can run here. */
  available: boolean;
  /** Engines, and models as `model:<name>`, without which some requests cannot. */
  missing: string[];
}

export function jobTypeAvailability(
  job: JobType,
  installed: { has(id: string): boolean },
  models: readonly string[] = [],
): Availability {
  const ways = [...conversions(job, models).values()].flatMap(({ needs }) => needs);
  return {
    available: ways.some(needs => [...needs].every(id => installed.has(id))),
    missing: [...new Set(ways.flatMap(needs => [...needs]))].filter(id => !installed.has(id)),
  };
}

export async function listJobTypes(db: Database, jobTypes: JobTypes): Promise<JobTypeList> {
  const [installed, facts] = await Promise.all([installedEngines(db), installedFacts(db)]);
  return {
    jobTypes: [...jobTypes.values()].map(job => {
      const models = installedChoices(installed.keys(), facts, job.id);
      const table = conversions(job, models);
      const { available, missing } = jobTypeAvailability(job, installed, models);
      const used = new Set([...table.values()].flatMap(({ needs }) => needs.flatMap(each => [...each])));
      const engineFacts = [...used].filter(id => !id.startsWith('model:')).map(id => facts[id]);
      const choices: Record<string, string[]> = {
        ...Object.assign({}, ...engineFacts),
        ...('model' in job.options.properties && { model: models }),
      };
      return {
        id: job.id,
        title: job.title,
        summary: job.summary,
        tabs: [...job.tabs],
        inputs: job.inputs,
        accepts: job.accepts.map(id => {
          const { mediaTypes, extensions } = formatOf(id);
          return { format: id, mediaTypes: [...mediaTypes], extensions: [...extensions] };
        }),
        conversions: Object.fromEntries([...table].map(([input, { outputs }]) => [input, [...outputs]])),
        options: job.options,
        ...(Object.keys(choices).length > 0 && { choices }),
        ...(job.credits && { credits: job.credits }),
        available,
        ...(missing.length > 0 && { missing }),
      };
    }),
  };
}
