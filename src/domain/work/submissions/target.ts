import { ApiError, invalid, makeDetail } from '../../../contract/errors.ts';
import type { JobSettings } from '../../../contract/schemas/job-settings.ts';
import { findFormatByExtension, getExtension } from '../../../formats/declared.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { countFiles, FilePlaces } from '../../../jobs/input-files.ts';
import { limits } from '../../../settings/limits.ts';
import type { Caller } from '../../people/caller.ts';
import { createJob } from '../jobs/create.ts';
import { type DeclaredFile, requireFamily, requireJobType } from '../jobs/draft.ts';
import type { FetchSource } from '../jobs/fetched-inputs.ts';
import { requireAcceptedFormat, requireDeclaredFormat } from '../jobs/options.ts';
import { type Choice, chooseConverter, requireTarget } from './choose-converter.ts';
import { nameFields, type StoredFile, type SubmitContext, type Submitted, submitJob } from './submit.ts';
import { type TextField, TextOptions } from './text-options.ts';

/** The work that a request asks for by its address. */
export interface SubmissionTarget {
  scope: string;
  /** The most files that it takes. */
  most: number;
  /** Takes an option, and refuses one that is wrong whatever else may follow. */
  add(field: TextField): void;
  /** Returns the index of the next file, and its format. Refuses it before its bytes are read. */
  accept(file: SentFile): { index: number; format: FormatId };
  /** Refuses a request in which a file is missing. */
  requireAll(): void;
  submit(id: string, files: StoredFile[], settings: JobSettings, key: string | undefined): Promise<Submitted>;
  /** Makes the job or run of files that are fetched. `filename` is the name of a single one, if it was given. */
  submitFetched(
    places: readonly FetchSource[],
    filename: string | undefined,
    settings: JobSettings,
    key: string | undefined,
  ): Promise<Submitted>;
}

/** A file as its sender describes it. `role` is the name of its field, unless that is `file`. */
export interface SentFile extends Pick<DeclaredFile, 'filename' | 'contentType'> {
  role?: string | undefined;
}

/** Makes the part of a target that takes one file. */
export function takeOneFile(
  accept: (file: SentFile) => FormatId,
): Pick<SubmissionTarget, 'most' | 'accept' | 'requireAll'> {
  let isTaken = false;
  return {
    most: 1,
    accept(file) {
      if (file.role !== undefined) throw refuseField(file.role);
      if (isTaken)
        throw invalid('file', 'Send one file. For several, send a request for each, or create a batch.');
      isTaken = true;
      return { index: 0, format: accept(file) };
    },
    requireAll() {
      if (!isTaken) throw invalid('file', 'No file was received.');
    },
  };
}

const refuseField = (name: string): ApiError => {
  const shown = name.slice(0, 100);
  return new ApiError('validation_failed', {
    message: `Send files in the field \`file\`, not \`${shown}\`.`,
    details: [makeDetail(shown, 'is not a known field')],
  });
};

function submitChosen(
  context: SubmitContext,
  caller: Caller,
  scope: string,
  { job }: Choice,
  options: TextOptions,
  ...[id, files, settings, key]: Parameters<SubmissionTarget['submit']>
): Promise<Submitted> {
  const submission = { type: job.id, files, options: options.list(), settings };
  return submitJob(context, caller, id, submission, key === undefined ? undefined : { scope, key });
}

/** Makes a job of files that are fetched. It starts when they have arrived. */
async function submitFetched(
  context: SubmitContext,
  caller: Caller,
  scope: string,
  { job }: Choice,
  options: TextOptions,
  ...[sources, filename, settings, key]: Parameters<SubmissionTarget['submitFetched']>
): Promise<Submitted> {
  const places = new FilePlaces(job);
  for (const _ of sources) places.take(undefined, 'inputUrl');
  places.requireAll('inputUrl');
  const files = sources.map(source => ({ ...source, ...(filename !== undefined && { filename }) }));
  const created = await createJob(
    { ...context, neverStartedHours: limits.neverStartedHours },
    caller,
    { type: job.id, files, options: options.list(), settings, autoStart: true, at: () => 'inputUrl' },
    key === undefined ? undefined : { scope, key },
  ).catch(nameFields);
  return { id: created.replayed ? created.jobId : created.job.id, replayed: created.replayed };
}

/** Refuses several files to fetch where one file is taken. */
export function requireOnePlace(places: readonly FetchSource[]): FetchSource {
  const [place, ...more] = places;
  if (place === undefined || more.length > 0) throw invalid('inputUrl', 'Send one `inputUrl` or `input`.');
  return place;
}

/** Opens the target of a request that names its job type. */
export function openJobTarget(context: SubmitContext, caller: Caller, type: string): SubmissionTarget {
  const job = requireJobType(context.jobTypes, type, 'jobType');
  requireFamily(caller, job);
  const choice: Choice = { job, preset: {} };
  const options = new TextOptions(choice);
  const scope = `run:${job.id}`;
  const most = Math.min(countFiles(job).most, Math.max(1, caller.plan.merge_files));
  const places = new FilePlaces(job);
  return {
    scope,
    most,
    add: field => options.add(field),
    accept(file) {
      const at = file.role ?? 'file';
      const index = places.take(file.role, at);
      return { index, format: requireAcceptedFormat(job, requireDeclaredFormat(file, at), at, index) };
    },
    requireAll: () => places.requireAll('file'),
    submit: (...given) => submitChosen(context, caller, scope, choice, options, ...given),
    submitFetched: (...given) => submitFetched(context, caller, scope, choice, options, ...given),
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
    ...takeOneFile(file => {
      const format = requireDeclaredFormat(file, 'file');
      choice = chooseConverter(context.jobTypes, format, output);
      requireFamily(caller, choice.job);
      options.choose(choice);
      return format;
    }),
    add: field => options.add(field),
    submit: (...given) => submitChosen(context, caller, scope, choice!, options, ...given),
    submitFetched(places, filename, ...rest) {
      const place = requireOnePlace(places);
      const path = 'url' in place ? new URL(place.url).pathname : place.key;
      const format = findFormatByExtension(getExtension(filename ?? path));
      if (!format)
        throw invalid(
          'filename',
          'The format of the file is unknown. Send its name in `filename`, like `?filename=report.docx`.',
        );
      const chosen = chooseConverter(context.jobTypes, format, output);
      requireFamily(caller, chosen.job);
      options.choose(chosen);
      return submitFetched(context, caller, scope, chosen, options, places, filename, ...rest);
    },
  };
}
