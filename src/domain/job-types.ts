import { Value } from 'typebox/value';
import type { JobTypeList } from '../contract/schemas/service.ts';
import type { Database } from '../db/database.ts';
import { formatOf } from '../formats/formats.ts';
import { type JobType, Refusal } from '../jobs/job-type.ts';
import type { JobTypes } from '../jobs/registry.ts';
import { installedEngines, installedFacts } from './engines.ts';

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

/** For every accepted format, what it can become and with which engines, asked of the declaration itself. */
function conversions(job: JobType): Map<string, { outputs: Set<string>; engines: Set<string>[] }> {
  return new Map(
    job.accepts.map(input => {
      const outputs = new Set<string>();
      const engines: Set<string>[] = [];
      for (const outputFormat of targets(job)) {
        try {
          const options = Value.Default(job.options, {
            ...job.example,
            ...(outputFormat && { outputFormat }),
          });
          const resolved = job.resolve({ input, options: options as Record<string, unknown> });
          for (const output of resolved.outputs) outputs.add(output);
          engines.push(new Set(resolved.engines));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      }
      return [input, { outputs, engines }];
    }),
  );
}

export interface Availability {
  /** Some request to it can run here. */
  available: boolean;
  /** Engines without which some requests cannot. */
  missing: string[];
}

export function jobTypeAvailability(job: JobType, installed: { has(id: string): boolean }): Availability {
  const needed = [...conversions(job).values()].flatMap(({ engines }) => engines);
  return {
    available: needed.some(engines => [...engines].every(id => installed.has(id))),
    missing: [...new Set(needed.flatMap(engines => [...engines]))].filter(id => !installed.has(id)),
  };
}

export async function listJobTypes(db: Database, jobTypes: JobTypes): Promise<JobTypeList> {
  const [installed, facts] = await Promise.all([installedEngines(db), installedFacts(db)]);
  return {
    jobTypes: [...jobTypes.values()].map(job => {
      const table = conversions(job);
      const { available, missing } = jobTypeAvailability(job, installed);
      const used = new Set([...table.values()].flatMap(({ engines }) => engines.flatMap(each => [...each])));
      const choices = Object.assign({}, ...[...used].map(id => facts[id])) as Record<string, string[]>;
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
