import { invalid } from '../../../contract/errors.ts';
import { findFormat } from '../../../formats/declared.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { type JobType, Refusal } from '../../../jobs/job-type.ts';
import type { JobTypes } from '../../../jobs/registry.ts';

/** A job type, with the options that follow from a request's address. */
export interface Choice {
  job: JobType;
  preset: Record<string, unknown>;
}

interface Converters {
  /** The job types that convert, in the order in which they are tried: text recognition comes last, and more specific types come first. */
  jobs: JobType[];
  /** Every format that one of them makes. */
  targets: Set<string>;
}

const ranks = { format: 0, motion: 1, words: 2 } as const;

const known = new WeakMap<JobTypes, Converters>();

/** Finds the converters among the job types. They are listed once, because the job types do not change and every conversion asks. */
function findConverters(jobTypes: JobTypes): Converters {
  let found = known.get(jobTypes);
  if (!found) {
    const jobs = [...jobTypes.values()]
      .flatMap(job => (job.converts ? [{ job, rank: ranks[job.converts] }] : []))
      .sort((a, b) => a.rank - b.rank || a.job.accepts.length - b.job.accepts.length)
      .map(({ job }) => job);
    found = { jobs, targets: new Set(jobs.flatMap(listTargetNames)) };
    known.set(jobTypes, found);
  }
  return found;
}

const nameTarget = (job: JobType): string =>
  'outputFormat' in job.options.properties ? 'outputFormat' : 'format';

const makePreset = (job: JobType, output: string): Record<string, unknown> => ({ [nameTarget(job)]: output });

/** Lists the formats that a request may ask a converter for. */
function listTargetNames(job: JobType): string[] {
  const { enum: listed, anyOf } = job.options.properties[nameTarget(job)] as {
    enum?: string[];
    anyOf?: { const: string }[];
  };
  return listed ?? anyOf?.map(each => each.const) ?? [];
}

function canMake(job: JobType, input: FormatId, output: FormatId): boolean {
  if (!job.accepts.includes(input) || !listTargetNames(job).includes(output)) return false;
  try {
    job.resolve({ input, options: { ...job.example, ...makePreset(job, output) } });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Returns the format that an address names by its id or an extension. Refuses one that no job type makes. */
export function requireTarget(jobTypes: JobTypes, name: string): FormatId {
  const format = findFormat(name.toLowerCase());
  const { targets } = findConverters(jobTypes);
  if (format && targets.has(format)) return format;
  throw invalid('outputFormat', `\`outputFormat\` must be one of ${[...targets].sort().join(', ')}.`);
}

/** Chooses the job type that makes the output format from the input format. */
export function chooseConverter(jobTypes: JobTypes, input: FormatId, output: FormatId): Choice {
  const { jobs } = findConverters(jobTypes);
  const job = jobs.find(each => canMake(each, input, output));
  if (job) return { job, preset: makePreset(job, output) };
  const possible = jobs.flatMap(each =>
    listTargetNames(each).filter(target => canMake(each, input, target as FormatId)),
  );
  throw invalid(
    'outputFormat',
    possible.length > 0
      ? `${input} cannot be converted to ${output}. It can be converted to ${[...new Set(possible)].sort().join(', ')}.`
      : `${input} cannot be converted to other formats. GET /job-types lists what can be done with it.`,
  );
}
