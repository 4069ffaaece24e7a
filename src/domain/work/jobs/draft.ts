import { ApiError, invalid } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import type { JobSettings } from '../../../contract/schemas/job-settings.ts';
import type { Database } from '../../../db/database.ts';
import { removeDirectionMarks } from '../../../formats/declared.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { findRole } from '../../../jobs/input-files.ts';
import { hasTab, type JobType, listNeeds } from '../../../jobs/job-type.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { formatSize } from '../../../text.ts';
import { findArtifacts, type KeptArtifact } from '../../files/artifacts/find.ts';
import { findModelChoices, requireChoices } from '../../installation/engines.ts';
import type { Caller } from '../../people/caller.ts';
import type { Secrets } from '../../rows/secrets.ts';
import {
  type FetchColumns,
  type FetchedFile,
  isFetched,
  makeFetchedInput,
  requireUrlInputs,
} from './fetched-inputs.ts';
import {
  nameModel,
  readOptions,
  requireAcceptedFormat,
  requireDeclaredFormat,
  resolveRequest,
  splitSecret,
} from './options.ts';
import type { InputRow } from './rows.ts';
import { makeReuseRow, makeSettingsRow } from './settings.ts';

export interface DeclaredFile {
  filename: string;
  fileSize: number;
  contentType: string;
}

/** An artifact that is there already, in place of an upload. */
export interface GivenFile {
  artifactId: string;
}

export type RequestedFile = DeclaredFile | GivenFile | FetchedFile;

export interface JobRequest {
  type: string;
  files: RequestedFile[];
  options: Record<string, unknown>;
  settings: JobSettings;
  /** Starts the job when its last input arrives. It is absent instead of false, so that both have the same fingerprint. */
  autoStart?: true | undefined;
  /** The batch that creates it. */
  batchId?: string;
  /** The path of the file's fields in the caller's body, for `details`. */
  at(index: number): string;
}

export interface CreateContext {
  db: Database;
  jobTypes: JobTypes;
  secrets: Secrets;
  /** A job that was not started by then expires. */
  neverStartedHours: number;
}

export function requireJobType(jobTypes: JobTypes, id: string, at = 'type'): JobType {
  const job = jobTypes.get(id);
  if (!job) throw invalid(at, `There is no job type ${id}; there are ${[...jobTypes.keys()].join(', ')}.`);
  return job;
}

export function requireFileSize({ plan }: Caller, filename: string, size: number): void {
  if (size > plan.file_bytes)
    throw new ApiError('file_too_large', {
      message: `${filename} has ${formatSize(size)}; the plan allows ${formatSize(plan.file_bytes)}.`,
      limit: plan.file_bytes,
    });
}

export type NewInput = Omit<InputRow, 'uploaded' | 'format' | 'fetch'> & {
  /** Empty if the file is fetched and decides it. */
  format: FormatId | '';
} & Partial<FetchColumns>;

function readInput(
  job: JobType,
  artifacts: ReadonlyMap<string, KeptArtifact>,
  secrets: Secrets,
  file: RequestedFile,
  index: number,
  at: string,
): NewInput {
  const role = findRole(job, index)?.name ?? null;
  if (isFetched(file)) {
    const input = makeFetchedInput(secrets, file, at);
    if (input.format !== '') requireAcceptedFormat(job, input.format, at, index);
    return { index, role, ...input };
  }
  if ('artifactId' in file) {
    const { id, format, size, ...rest } = artifacts.get(file.artifactId)!;
    return {
      index,
      role,
      ...rest,
      format: requireAcceptedFormat(job, format, 'inputArtifactId', index),
      file_size: size,
      given: true,
      artifact_id: id,
    };
  }
  return {
    index,
    role,
    filename: removeDirectionMarks(file.filename) || 'file',
    content_type: file.contentType,
    format: requireAcceptedFormat(job, requireDeclaredFormat(file, at), at, index),
    file_size: file.fileSize,
    given: false,
    sha256: null,
    artifact_id: null,
  };
}

export function requireFamily({ plan }: Pick<Caller, 'plan'>, job: JobType): void {
  const { families } = plan;
  if (families && !hasTab(job, families))
    throw new ApiError('feature_not_available', {
      message: `The plan ${plan.id} does not include ${job.id}.`,
    });
}

/** Refuses more files than the plan allows, before anything is looked up for each of them. */
function requireFileCount({ plan }: Pick<Caller, 'plan'>, files: number): void {
  if (files > 1 && files > plan.merge_files)
    throw new ApiError('batch_too_large', {
      message: `Too many files: the plan allows ${plan.merge_files} in one job.`,
      limit: plan.merge_files,
    });
}

function requireFileSizes(caller: Caller, inputs: NewInput[]): void {
  const { plan } = caller;
  for (const { filename, file_size: size } of inputs) requireFileSize(caller, filename, size);
  if (inputs.length === 1) return;
  if (inputs.reduce((sum, { file_size: size }) => sum + size, 0) > plan.merge_bytes)
    throw new ApiError('batch_too_large', {
      message: `The files are too large: the plan allows ${formatSize(plan.merge_bytes)} together.`,
      limit: plan.merge_bytes,
    });
}

/** Makes the rows of a request. Refuses what the contract, the job type or the plan does not allow. */
export async function draftJob(
  context: Pick<CreateContext, 'db' | 'jobTypes' | 'secrets'>,
  caller: Caller,
  request: JobRequest,
  id: string = newId('job'),
) {
  const job = requireJobType(context.jobTypes, request.type);
  requireFamily(caller, job);
  requireFileCount(caller, request.files.length);
  const asked = readOptions(job, request.options);
  const options = readOptions(
    job,
    await nameModel(job, request.options, () => findModelChoices(context.db, job.id)),
  );
  const given = request.files.flatMap(file => ('artifactId' in file ? [file.artifactId] : []));
  const artifacts = await findArtifacts(context.db, caller, given);
  const inputs = request.files.map((file, index) =>
    readInput(job, artifacts, context.secrets, file, index, request.at(index)),
  );
  if (request.files.some(file => 'url' in file)) requireUrlInputs(caller);
  const [{ format: first }] = inputs as [NewInput];
  // The engines for a file of unknown format are known when it has been fetched.
  const needs = first === '' ? [] : listNeeds(resolveRequest(job, first, options, inputs.length));
  requireFileSizes(caller, inputs);
  const settings = makeSettingsRow(caller, request.settings);
  await requireChoices(context.db, job, options);
  const { shown, secret } = splitSecret(job, options);
  const row = {
    id,
    workspace_id: caller.workspaceId,
    key_id: caller.keyId,
    source: caller.source,
    type: job.id,
    options: shown,
    secret: secret && context.secrets.seal(secret).toString('base64'),
    ...settings,
    ...makeReuseRow(request.settings, secret !== undefined),
    needs,
    metered: job.credits !== undefined,
    auto_start: request.autoStart === true,
    batch_id: request.batchId ?? null,
  };
  return { job, asked, inputs, needs, row };
}
