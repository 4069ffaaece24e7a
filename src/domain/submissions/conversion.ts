import { invalid } from '../../contract/errors.ts';
import { findFormat } from '../../formats/declared.ts';
import type { FormatId } from '../../formats/formats.ts';
import { type JobType, Refusal } from '../../jobs/job-type.ts';
import type { JobTypes } from '../../jobs/registry.ts';

/** A job type together with the options that the address of a request gives it. */
export interface Choice {
  job: JobType;
  preset: Record<string, unknown>;
}

const ranks = { format: 0, words: 1 } as const;

/** The job types that convert: another format of the content before the words in it, and the more particular first. */
const listConverters = (jobTypes: JobTypes): JobType[] =>
  [...jobTypes.values()]
    .filter(job => job.converts)
    .sort((a, b) => ranks[a.converts!] - ranks[b.converts!] || a.accepts.length - b.accepts.length);

const makePreset = (job: JobType, output: string): Record<string, unknown> => ({
  ['outputFormat' in job.options.properties ? 'outputFormat' : 'format']: output,
});

/** The formats that a request may ask a converter for. */
function listTargetNames(job: JobType): string[] {
  const [name] = Object.keys(makePreset(job, ''));
  const { enum: listed, anyOf } = job.options.properties[name!] as {
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

/** The format an address names, by its id or by an extension, if anything makes it. */
export function requireTarget(jobTypes: JobTypes, name: string): FormatId {
  const format = findFormat(name.toLowerCase());
  const targets = new Set(listConverters(jobTypes).flatMap(listTargetNames));
  if (format && targets.has(format)) return format;
  throw invalid('outputFormat', `outputFormat must be one of ${[...targets].sort().join(', ')}.`);
}

/** The job type that makes the one format of the other, with the options that say so. */
export function chooseConverter(jobTypes: JobTypes, input: FormatId, output: FormatId): Choice {
  const job = listConverters(jobTypes).find(each => canMake(each, input, output));
  if (job) return { job, preset: makePreset(job, output) };
  throw invalid(
    'outputFormat',
    `${input} cannot be converted to ${output}. GET /job-types lists what each format can become.`,
  );
}
