import type { Job, JobType } from '@filemill/client';
import { type FailureWords, strings } from './strings.ts';

type Told = Pick<Job, 'type' | 'options'> & { inputs: { filename: string }[] };

/** Why a job failed. A service may come to know reasons that this page does not. */
export const failureWords = (reason: string | undefined): FailureWords =>
  strings.failures[reason ?? ''] ?? strings.failures.engine_error!;

/** Formats as people call them. */
export const sayFormat = (format: string): string =>
  ({ jpeg: 'JPEG', txt: 'text', md: 'Markdown', webp: 'WebP', ndjson: 'NDJSON', parquet: 'Parquet' })[
    format
  ] ?? format.toUpperCase();

/** What a job makes, in a word or two: the offer that was chosen, by its title or its format, else the job type's title. */
export function sayTarget({ type, options }: Pick<Told, 'type' | 'options'>, known?: JobType): string {
  const format = options.outputFormat ?? options.format;
  const chosen = known?.offers.find(({ output }) => output !== undefined && output === format);
  if (chosen) return chosen.title ?? sayFormat(chosen.output!);
  return known?.title ?? type;
}

export function sayInputs({ inputs }: Pick<Told, 'inputs'>): string {
  const [first, ...rest] = inputs;
  if (!first) return strings.jobs.noInput;
  return rest.length === 0 ? first.filename : strings.jobs.andMore(first.filename, rest.length);
}

/** "report.docx → PDF". */
export const sayJob = (job: Told, known?: JobType): string => `${sayInputs(job)} → ${sayTarget(job, known)}`;

/** Whether its text can be read while the job still works. */
export const isHeard = ({ type, status }: { type: string; status: string }, jobTypes: JobType[]): boolean =>
  status === 'processing' && jobTypes.some(({ id, streamsText }) => id === type && streamsText);
