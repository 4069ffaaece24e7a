import type { FormatId } from '../../../formats/formats.ts';
import { countFiles } from '../../../jobs/input-files.ts';
import type { Caller } from '../../people/caller.ts';
import { type DeclaredFile, requireFamily, requireJobType } from '../jobs/create.ts';
import { requireAcceptedFormat, requireDeclaredFormat } from '../jobs/options.ts';
import { type Choice, chooseConverter, requireTarget } from './conversion.ts';
import { type StoredFile, type SubmitContext, type Submitted, submitJob } from './submit.ts';
import { type TextField, TextOptions } from './text-options.ts';

/** The work that a request asks for by its address. */
export interface SubmissionTarget {
  scope: string;
  files: { least: number; most: number };
  /** Takes an option, and refuses one that is wrong whatever else may follow. */
  add(field: TextField): void;
  /** Refuses a file before its bytes are read. `index` is its place among the files. */
  accept(file: Pick<DeclaredFile, 'filename' | 'contentType'>, index: number): FormatId;
  submit(id: string, files: StoredFile[], key: string | undefined): Promise<Submitted>;
}

const one = { least: 1, most: 1 };

function submitChosen(
  context: SubmitContext,
  caller: Caller,
  scope: string,
  { job }: Choice,
  options: TextOptions,
  ...[id, files, key]: Parameters<SubmissionTarget['submit']>
): Promise<Submitted> {
  const submission = { type: job.id, files, options: options.list() };
  return submitJob(context, caller, id, submission, key === undefined ? undefined : { scope, key });
}

/** Opens the target of a request that names its job type. */
export function openJobTarget(context: SubmitContext, caller: Caller, type: string): SubmissionTarget {
  const job = requireJobType(context.jobTypes, type, 'jobType');
  requireFamily(caller, job);
  const choice: Choice = { job, preset: {} };
  const options = new TextOptions(choice);
  const scope = `run:${job.id}`;
  const { least, most } = countFiles(job);
  return {
    scope,
    files: { least, most: Math.min(most, caller.plan.merge_files) },
    add: field => options.add(field),
    accept: (file, index) => requireAcceptedFormat(job, requireDeclaredFormat(file, 'file'), 'file', index),
    submit: (...given) => submitChosen(context, caller, scope, choice, options, ...given),
  };
}

/** Opens the target of a request that names an output format. The job type is chosen when the file begins to arrive. */
export function openConversionTarget(
  context: SubmitContext,
  caller: Caller,
  outputFormat: string,
): SubmissionTarget {
  const output = requireTarget(context.jobTypes, outputFormat);
  const scope = `convert:${output}`;
  const options = new TextOptions();
  let choice: Choice | undefined;
  return {
    scope,
    files: one,
    add: field => options.add(field),
    accept(file) {
      const format = requireDeclaredFormat(file, 'file');
      choice = chooseConverter(context.jobTypes, format, output);
      requireFamily(caller, choice.job);
      options.choose(choice);
      return format;
    },
    submit: (...given) => submitChosen(context, caller, scope, choice!, options, ...given),
  };
}
