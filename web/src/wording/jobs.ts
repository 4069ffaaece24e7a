import type { Job, JobType } from '@filemill/client';
import type { FailureWords } from './english.ts';
import { nameOutput } from './format-names.ts';
import { direction } from './language.ts';
import { strings } from './strings.ts';

type JobEvents = Pick<Job, 'type' | 'options'> & { inputs: { filename: string }[] };

/** Why a job failed. A newer service may have reasons that this page does not know. */
export const failureWords = (reason: string | undefined): FailureWords =>
  strings.failures[reason ?? ''] ?? strings.failures.engine_error!;

/** The service's general sentences; the page has its own for them, for people and in their language. */
const generalSentences =
  /^(The file cannot be read:|The file is encrypted\.|The password in .* does not open the file|An option names something|The file can be read, but|The file or its result is too large|The job exceeded its time|The service failed|The file could not be fetched\. )/;

/** The sentence about the failure of a job: the service's own if it is more specific, without what is meant for programs. */
export function describeFailure(
  { reason, message }: { reason?: string | undefined; message?: string | undefined },
  type?: JobType,
): string {
  if (type?.repairs && reason === 'unreadable_input') return strings.jobs.repairFailed;
  if (!message || generalSentences.test(message)) return failureWords(reason).says;
  return message.replace(/ Send its password\b.*$/, '').replaceAll('`', '');
}

export const isLocked = (reason: string | undefined): boolean =>
  ['password_required', 'wrong_password'].includes(reason ?? '');

/** Describes what a job does: the chosen offer by its title or format, otherwise the job type's title. */
export function describeTarget(
  { type, options }: Pick<JobEvents, 'type' | 'options'>,
  known?: JobType,
): string {
  const format = options.outputFormat ?? options.format;
  const chosen = known?.offers.find(
    ({ output, options: set }) =>
      output !== undefined && (set.outputFormat ?? set.format ?? output) === format,
  );
  if (chosen) return chosen.title ?? nameOutput(chosen.output!);
  return known?.title ?? type;
}

/** Names the recipe or the conversion that a batch or a trigger runs. */
export function describeWork(
  { type, recipeId, options = {} }: { type?: string; recipeId?: string; options?: Record<string, unknown> },
  types: JobType[],
  recipes: { id: string; name: string }[],
): string {
  if (type !== undefined)
    return describeTarget(
      { type, options },
      types.find(({ id }) => id === type),
    );
  return recipes.find(({ id }) => id === recipeId)?.name ?? strings.recipes.deletedRecipe;
}

export function describeInputs({ inputs }: Pick<JobEvents, 'inputs'>): string {
  const [first, ...rest] = inputs;
  if (!first) return strings.jobs.noInput;
  return rest.length === 0 ? first.filename : strings.jobs.andMore(first.filename, rest.length);
}

/** The arrow from a file to its result, in the direction of reading. */
export const arrow = direction === 'rtl' ? '←' : '→';

/** Joins texts by arrows: "report.docx → PDF". In a right-to-left language, each text keeps its own direction. */
export const joinByArrows = (...texts: string[]): string =>
  texts.map(text => (direction === 'rtl' ? `\u2068${text}\u2069` : text)).join(` ${arrow} `);

/** Describes a job: "report.docx → PDF". */
export const describeJob = (job: JobEvents, known?: JobType): string =>
  joinByArrows(describeInputs(job), describeTarget(job, known));

/** Whether the transcript can be read while the job runs. */
export const showsLiveText = (
  { type, status }: { type: string; status: string },
  jobTypes: JobType[],
): boolean => status === 'processing' && jobTypes.some(({ id, streamsText }) => id === type && streamsText);

/** The words by which a job type is found besides its texts: its id and all formats, also by extension. */
export const listSearchWords = ({ id, accepts, conversions, offers }: JobType): string =>
  [
    id,
    ...accepts.flatMap(({ format, extensions }) => [format, ...extensions]),
    ...[...new Set(Object.values(conversions).flat())].flatMap(output => [output, nameOutput(output)]),
    ...offers.flatMap(({ title }) => title ?? []),
  ].join(' ');

/** Names a stem by the end of its file's name: `song-drums.mp3` becomes "Drums". */
export function nameStem(filename: string): string {
  const name = filename.replace(/\.[^.]+$/, '').replace(/^.*[-_]/, '');
  return strings.preview.stemNames[name] ?? name;
}
