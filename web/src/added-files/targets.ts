import type { JobType } from '@filemill/client';
import { nameOutput } from '../wording/format-names.ts';
import { strings } from '../wording/strings.ts';

/** A possible conversion of a file: a job type, for some with an output format. */
export interface Target {
  id: string;
  jobType: JobType;
  title: string;
  note: string;
  group: JobType['heading'];
  /** The options that this choice sets. */
  options: Record<string, unknown>;
  /** The output format, if there is exactly one. */
  output: string | undefined;
  /** Whether it has options that must be given. */
  needsOptions: boolean;
  /** Its rank among the suggestions for this format; undefined if it is not suggested. */
  rank: number | undefined;
  /** Whether it is chosen by the name of its output format, which conversions of other job types may have too. */
  isFormat: boolean;
}

type InputRole = NonNullable<JobType['roles']>[number];

const words = strings.targets;

/** Lists the roles of the files that a conversion takes besides the first. */
export const listFurtherRoles = ({ roles = [] }: JobType): InputRole[] => roles.slice(1);

/** Lists the choices of a job type for a file of this format, as its declaration words them. */
function listTypeTargets(jobType: JobType, format: string): Target[] {
  const outputs = jobType.conversions[format] ?? [];
  return jobType.offers
    .filter(({ output, options }) => {
      if (output === undefined) return true;
      if (output === format && !jobType.offersSameFormat) return false;
      // If the option is not `outputFormat`, the conversions list only the default output.
      return !('outputFormat' in options) || outputs.includes(output);
    })
    .map(({ title, note, options, output, suggestedFor, needsOptions }) => ({
      id: [jobType.id, output ?? Object.values(options)].flat().join(':'),
      jobType,
      title: title ?? (output === format ? words.sameFormat(nameOutput(output)) : nameOutput(output!)),
      note: note ?? words.formatNotes[output ?? ''] ?? '',
      group: jobType.heading,
      options,
      output: output ?? (outputs.length === 1 ? outputs[0] : undefined),
      needsOptions: needsOptions || listFurtherRoles(jobType).some(({ optional }) => !optional),
      rank: suggestedFor?.[format],
      isFormat: title === undefined,
    }));
}

/** Lists the output formats of a job type that are chosen by their names, each with the extensions of the files it is made from. */
export const listConversions = (jobType: JobType): { id: string; output: string; inputs: string[] }[] =>
  jobType.offers.flatMap(({ title, output, options }) => {
    if (title !== undefined || output === undefined || !('outputFormat' in options)) return [];
    const accepted = jobType.accepts.filter(({ format }) => jobType.conversions[format]?.includes(output));
    return {
      id: `${jobType.id}:${output}`,
      output,
      inputs: accepted.flatMap(({ format, extensions }) => [format, ...extensions]),
    };
  });

/** Returns the target that a purpose names: the id of a conversion, which another job type may make too, or of a job type. */
export function findPreferred(targets: Target[], purpose: string | undefined): Target | undefined {
  const [type, format] = purpose?.split(':') ?? [];
  return (
    targets.find(({ id }) => id === purpose) ??
    targets.find(({ isFormat, output }) => isFormat && output === format) ??
    targets.find(({ jobType }) => jobType.id === type)
  );
}

/** Whether its files have different roles, or it takes one. A job type of several files that are all alike has a page of its own. */
const startsFromOneFile = ({ inputs, roles }: JobType): boolean =>
  inputs === 'one' || (roles !== undefined && !roles[0]?.many);

/** Whether it only writes a file in its own format anew, such as an MP4 as MP4. */
const keepsFormat = ({ isFormat, output }: Target, format: string): boolean => isFormat && output === format;

/** Whether another job type makes the same, and is the one that the service chooses by the format: it accepts fewer formats. */
const isRepeated = ({ isFormat, jobType, output }: Target, targets: Target[]): boolean =>
  isFormat &&
  jobType.converts === 'format' &&
  targets.some(
    other =>
      other.isFormat &&
      other.output === output &&
      other.jobType.converts === 'format' &&
      other.jobType.accepts.length < jobType.accepts.length,
  );

/**
 * Lists all conversions that start from one file of a format: suggestions first, and of these the ones to another format,
 * then in the service's order.
 */
export function listTargets(format: string | undefined, jobTypes: JobType[]): Target[] {
  if (!format) return [];
  return jobTypes
    .filter(type => type.available && startsFromOneFile(type) && format in type.conversions)
    .flatMap(jobType => listTypeTargets(jobType, format))
    .filter((target, _index, targets) => !isRepeated(target, targets))
    .sort(
      (one, other) =>
        Number(one.rank === undefined) - Number(other.rank === undefined) ||
        Number(keepsFormat(one, format)) - Number(keepsFormat(other, format)) ||
        (one.rank ?? 0) - (other.rank ?? 0),
    );
}

/** Returns the conversion that a file has until a person chooses another: one that can start without further questions. */
export const findDefaultTarget = (targets: Target[]): Target | undefined =>
  targets.find(({ needsOptions }) => !needsOptions) ?? targets[0];

export const findTarget = (
  id: string | undefined,
  format: string | undefined,
  jobTypes: JobType[],
): Target | undefined => listTargets(format, jobTypes).find(target => target.id === id);

/** Finds the conversion of a format that corresponds to one of another: the same one, or one to the same format. */
export const findCounterpart = (
  target: Target,
  format: string | undefined,
  jobTypes: JobType[],
): Target | undefined => {
  const targets = listTargets(format, jobTypes);
  return (
    targets.find(({ id }) => id === target.id) ??
    targets.find(({ isFormat, output }) => target.isFormat && isFormat && output === target.output)
  );
};

/**
 * Lists the conversions that all these formats have, whichever job type makes them: a picture and a letter both become a
 * PDF. A format may also be the wanted one already. What needs another file for each is left out.
 */
export function listChoicesForAll(formats: (string | undefined)[], jobTypes: JobType[]): Target[] {
  const different = [...new Set(formats)];
  const candidates = different.flatMap(format => listTargets(format, jobTypes));
  const isFirst = (target: Target) =>
    candidates.find(({ id, isFormat, output }) =>
      target.isFormat ? isFormat && output === target.output : id === target.id,
    ) === target;
  return candidates
    .filter(
      target =>
        isFirst(target) &&
        listFurtherRoles(target.jobType).every(({ optional }) => optional) &&
        different.every(
          format =>
            (target.isFormat && target.output === format) || findCounterpart(target, format, jobTypes),
        ),
    )
    .sort((one, other) => Number(one.rank === undefined) - Number(other.rank === undefined));
}

/** Lists the conversions that files of all these formats have. */
export const listSharedTargets = (formats: (string | undefined)[], jobTypes: JobType[]): Target[] =>
  listTargets(formats[0], jobTypes).filter(({ id }) =>
    formats.every(format => findTarget(id, format, jobTypes)),
  );
