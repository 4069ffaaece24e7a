import type { FormatId } from '../../formats/formats.ts';
import type { Caller } from '../caller.ts';
import { type DeclaredFile, requireFamily, requireJobType } from '../jobs/create.ts';
import { requireAcceptedFormat, requireDeclaredFormat } from '../jobs/options.ts';
import { type Choice, chooseConverter, requireTarget } from './conversion.ts';
import { type StoredFile, type SubmitContext, type Submitted, submitJob } from './submit.ts';
import { checkSoFar, readTextFields, type TextFields } from './text-options.ts';

/** What shall be done with the files of a request, as its address says. */
export interface Target {
  /** The scope within which idempotency keys are unique. */
  scope: string;
  /** The least and the most number of files. */
  files: { least: number; most: number };
  /** Refuses fields that are wrong whatever else may follow. */
  check(fields: TextFields): void;
  /** Refuses a file before its bytes are read. */
  accept(file: Pick<DeclaredFile, 'filename' | 'contentType'>): FormatId;
  submit(id: string, files: StoredFile[], fields: TextFields, key: string | undefined): Promise<Submitted>;
}

const one = { least: 1, most: 1 };

function submitChosen(
  context: SubmitContext,
  caller: Caller,
  scope: string,
  choice: Choice,
  ...[id, files, fields, key]: Parameters<Target['submit']>
): Promise<Submitted> {
  const submission = { type: choice.job.id, files, options: readTextFields(choice, fields) };
  return submitJob(context, caller, id, submission, key === undefined ? undefined : { scope, key });
}

/** The target of a request that names its job type. */
export function openJobTarget(context: SubmitContext, caller: Caller, type: string): Target {
  const job = requireJobType(context.jobTypes, type, 'jobType');
  requireFamily(caller, job);
  const choice: Choice = { job, preset: {} };
  const scope = `run:${job.id}`;
  return {
    scope,
    files: job.inputs === 'one' ? one : { least: 2, most: caller.plan.merge_files },
    check: fields => checkSoFar(choice, fields),
    accept: file => requireAcceptedFormat(job, requireDeclaredFormat(file, 'file'), 'file'),
    submit: (...given) => submitChosen(context, caller, scope, choice, ...given),
  };
}

/** The target of a request that names an output format. The job type is chosen when the file begins to arrive. */
export function openConversionTarget(context: SubmitContext, caller: Caller, outputFormat: string): Target {
  const output = requireTarget(context.jobTypes, outputFormat);
  const scope = `convert:${output}`;
  let choice: Choice | undefined;
  return {
    scope,
    files: one,
    check: fields => choice && checkSoFar(choice, fields),
    accept(file) {
      const format = requireDeclaredFormat(file, 'file');
      choice = chooseConverter(context.jobTypes, format, output);
      requireFamily(caller, choice.job);
      return format;
    },
    submit: (...given) => submitChosen(context, caller, scope, choice!, ...given),
  };
}
