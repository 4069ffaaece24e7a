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

/** What a job type does, in a word or two: the format asked for, or its title. */
export function sayTarget({ type, options }: Pick<Told, 'type' | 'options'>, known?: JobType): string {
  const format = options.outputFormat ?? options.format;
  if (typeof format === 'string' && /convert|to-image|speech/.test(type)) return sayFormat(format);
  return known?.title ?? type;
}

export function sayInputs({ inputs }: Pick<Told, 'inputs'>): string {
  const [first, ...rest] = inputs;
  if (!first) return strings.jobs.noInput;
  return rest.length === 0 ? first.filename : strings.jobs.andMore(first.filename, rest.length);
}

/** "report.docx → PDF". */
export const sayJob = (job: Told, known?: JobType): string => `${sayInputs(job)} → ${sayTarget(job, known)}`;

/** Whether its text can be read while it is being written down. */
export const isHeard = ({ type, status }: { type: string; status: string }): boolean =>
  type === 'speech-to-text' && status === 'processing';
