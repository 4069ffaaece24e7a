import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { JobFailure } from '../../../contract/failure.ts';
import type { Database } from '../../../db/database.ts';
import type { StepFlow } from '../../../db/tables/recipes.ts';
import {
  filenameLength,
  findDeclaredFormat,
  findFormatByExtension,
  findFormatByType,
  getExtension,
  removeDirectionMarks,
} from '../../../formats/declared.ts';
import { type FormatId, getFormat } from '../../../formats/formats.ts';
import { canBeOfFormat, recogniseFormat } from '../../../formats/sniff/sniff.ts';
import { listAccepted } from '../../../jobs/input-files.ts';
import { type JobType, listNeeds } from '../../../jobs/job-type.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import type { Secrets } from '../../rows/secrets.ts';
import { type Options, resolveRequest } from '../jobs/options.ts';
import { follow } from '../recipes/chain.ts';
import type { ClaimedFetch } from './claim.ts';

/** The work that an input is fetched for: which formats it takes, and what it needs to run on one of them. */
export interface FetchPurpose {
  accepts(format: FormatId): boolean;
  /** The engines for a file of this format; undefined if they are known already. */
  listNeeds(format: FormatId): string[] | undefined;
  /** The most bytes that the plan allows. */
  fileBytes: number;
}

/** A fetched file as its job shows it. */
export interface Described {
  filename: string;
  contentType: string;
  format: FormatId;
  needs?: string[] | undefined;
}

interface WaitingJob {
  type: string;
  options: Options;
  secret: Buffer | null;
  inputs: number;
  file_bytes: number;
}

interface WaitingStep {
  index: number;
  job_type: string;
  options: Options;
  secret: Buffer | null;
  artifacts: { role: string; id: string }[] | null;
  flow: StepFlow | null;
}

interface PurposeContext {
  db: Database;
  jobTypes: JobTypes;
  secrets: Secrets;
}

const notSuited = (detail: string): JobFailure => new JobFailure('fetched_format', detail);

/** Resolves what a job needs for a format. Options that do not suit the format fail the job. */
function resolveNeeds(job: JobType, format: FormatId, options: Options, files: number): string[] {
  try {
    return listNeeds(resolveRequest(job, format, options, files));
  } catch (error) {
    if (error instanceof ApiError) throw new JobFailure('fetched_options', error.message);
    throw error;
  }
}

async function findRunPurpose(
  { db, jobTypes, secrets }: PurposeContext,
  runId: string,
  fileBytes: number,
): Promise<FetchPurpose> {
  const { rows } = await sql<WaitingStep>`select index, job_type, options, secret, artifacts,
      flow from run_steps where run_id = ${runId}
    order by index`.execute(db);
  const steps = rows.flatMap(({ index, job_type: type, options, secret, artifacts, flow }) => {
    const job = jobTypes.get(type);
    const step = { index, options: { ...options, ...(secret && secrets.open(secret)) }, ...flow };
    return job ? [{ ...step, job, artifacts: artifacts ?? [] }] : [];
  });
  const find = (format: FormatId) => {
    const chain = steps.length === rows.length ? follow(steps, format) : undefined;
    return chain && 'needs' in chain ? chain.needs[0] : undefined;
  };
  return { accepts: format => find(format) !== undefined, listNeeds: find, fileBytes };
}

/** Finds what a fetched input is for. Undefined if its job is gone. */
export async function findPurpose(
  context: PurposeContext,
  { jobId, index, runId, format: declared }: ClaimedFetch,
): Promise<FetchPurpose | undefined> {
  const { rows } = await sql<WaitingJob>`
    select j.type, j.options, j.secret, p.file_bytes, (select count(*)::int from job_inputs i where i.job_id = j.id) as inputs
      from jobs j join workspaces w on w.id = j.workspace_id join plans p on p.id = w.plan_id
      where j.id = ${jobId} and j.status = 'pending' and j.deleted_at is null`.execute(context.db);
  const [row] = rows;
  if (!row) return undefined;
  if (runId !== null) return findRunPurpose(context, runId, row.file_bytes);
  const job = context.jobTypes.get(row.type);
  if (!job) return undefined;
  const options = { ...row.options, ...(row.secret && context.secrets.open(row.secret)) };
  return {
    accepts: format => listAccepted(job, index).includes(format),
    listNeeds: format =>
      index === 0 && declared === '' ? resolveNeeds(job, format, options, row.inputs) : undefined,
    fileBytes: row.file_bytes,
  };
}

/** The name and media type that a response states. */
export interface Stated {
  filename: string;
  contentType: string;
}

/**
 * Decides the format of a fetched file. A format that the caller declared must match the content. Otherwise the media type, the
 * name and the content are tried in this order.
 */
export function chooseFormat(
  fetch: ClaimedFetch,
  purpose: FetchPurpose,
  { filename, contentType }: Stated,
  head: Uint8Array,
  size: number,
): FormatId {
  if (fetch.format !== '') {
    if (canBeOfFormat(fetch.format, head, size)) return fetch.format;
    throw new JobFailure('unreadable_input', `the content is not ${fetch.format}`);
  }
  const candidates = [
    findDeclaredFormat(contentType, filename),
    findFormatByExtension(getExtension(filename)),
    findFormatByType(contentType),
    recogniseFormat(head, size),
  ].filter(format => format !== undefined);
  const found = candidates.find(format => purpose.accepts(format) && canBeOfFormat(format, head, size));
  if (found) return found;
  throw notSuited(
    `${filename} (${contentType}) is none of the accepted formats; tried ${candidates.join(', ') || 'none'}`,
  );
}

const unsafe = /[/\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Describes a fetched file: a name with an extension of its format, and a media type that agrees with it. */
export function describeArrival(
  fetch: ClaimedFetch,
  purpose: FetchPurpose,
  stated: Stated,
  head: Uint8Array,
  size: number,
): Described {
  const format = chooseFormat(fetch, purpose, stated, head, size);
  const { extensions, mediaTypes } = getFormat(format);
  const plain = [...removeDirectionMarks(stated.filename.replaceAll(unsafe, '_'))]
    .slice(0, filenameLength)
    .join('');
  const name = plain.replace(/^\.+/, '') || 'file';
  const fits = extensions.includes(getExtension(name));
  const filename = fits ? name : `${[...name].slice(0, filenameLength - 10).join('')}.${extensions[0]}`;
  // A vague type, such as application/octet-stream, is replaced by the format's own.
  const typeFits = findDeclaredFormat(stated.contentType, '') === format;
  return {
    filename: fetch.named ? fetch.filename : filename,
    contentType: fetch.typed
      ? fetch.contentType
      : typeFits
        ? stated.contentType
        : (mediaTypes[0] ?? 'application/octet-stream'),
    format,
    needs: purpose.listNeeds(format),
  };
}
