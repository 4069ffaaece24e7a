import type { JobType } from '@filemill/client';
import { strings } from '../wording/strings.ts';

/** Something that can be made of a file: a job type, and for some the format it is to write. */
export interface Target {
  id: string;
  jobType: JobType;
  title: string;
  note: string;
  group: JobType['heading'];
  /** What the choice itself sets. */
  options: Record<string, unknown>;
  /** The format that comes out, where it is one. */
  output: string | undefined;
  /** Its place among what one often wants of such a file; undefined where it is not among that. */
  rank: number | undefined;
}

const words = strings.targets;

/** The choices of a job type for a file of this format, in the words that its declaration has for them. */
function targetsOf(jobType: JobType, format: string): Target[] {
  const outputs = jobType.conversions[format] ?? [];
  return jobType.offers
    .filter(({ output, options }) => {
      if (output === undefined) return true;
      if (output === format && !jobType.offersSameFormat) return false;
      // Where the option is not `outputFormat`, the list of conversions names only what comes out by default.
      return !('outputFormat' in options) || outputs.includes(output);
    })
    .map(({ title, note, options, output, suggestedFor }) => ({
      id: output === undefined ? jobType.id : `${jobType.id}:${output}`,
      jobType,
      title: title ?? sayFormatChoice(output!),
      note: note ?? words.formatNotes[output ?? ''] ?? '',
      group: jobType.heading,
      options,
      output: output ?? (outputs.length === 1 ? outputs[0] : undefined),
      rank: suggestedFor?.[format],
    }));
}

const sayFormatChoice = (format: string): string => words.formats[format] ?? format.toUpperCase();

/** Everything that can be made of a format here, the suggested first, then in the order of the service. Job types that take several files are not among it. */
export function targetsFor(format: string | undefined, jobTypes: JobType[]): Target[] {
  if (!format) return [];
  return jobTypes
    .filter(({ available, inputs, conversions }) => available && inputs === 'one' && format in conversions)
    .flatMap(jobType => targetsOf(jobType, format))
    .sort((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity) || 0);
}

export const findTarget = (
  id: string | undefined,
  format: string | undefined,
  jobTypes: JobType[],
): Target | undefined => targetsFor(format, jobTypes).find(target => target.id === id);
