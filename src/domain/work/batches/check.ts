import { setImmediate } from 'node:timers/promises';
import { ApiError, type ErrorDetail, invalid } from '../../../contract/errors.ts';
import { isId } from '../../../contract/ids.ts';
import { maxBatchInputs, type NewBatch } from '../../../contract/schemas/batch.ts';
import type { ConnectionFiles } from '../../../contract/schemas/connection.ts';
import type { Place } from '../../../db/tables/outputs.ts';
import { countFiles } from '../../../jobs/input-files.ts';
import { type JobType, listNeeds } from '../../../jobs/job-type.ts';
import { limits } from '../../../settings/limits.ts';
import { explainMissing, type KeptArtifact, lookUpArtifacts } from '../../files/artifacts/find.ts';
import { findConnection, readConfig } from '../../files/connections/connections.ts';
import { type ListFiles, selectFiles } from '../../files/connections/files.ts';
import { findModelChoices, requireChoices, requireInstalled } from '../../installation/engines.ts';
import type { Caller } from '../../people/caller.ts';
import { writeCanonicalJson } from '../idempotency/fingerprint.ts';
import { type CreateContext, requireFamily, requireFileSize, requireJobType } from '../jobs/draft.ts';
import { describeFetched, type FetchedFile, requireUrlInputs } from '../jobs/fetched-inputs.ts';
import {
  nameModel,
  type Options,
  readOptions,
  requireAcceptedFormat,
  resolveRequest,
} from '../jobs/options.ts';
import { findRecipe } from '../recipes/recipes.ts';
import { readTable } from './csv.ts';

const maxDetails = 20;

/** An input of a new batch that has been checked. */
interface CheckedInput {
  /** The columns that say where the file is. */
  file: { artifact_id: string } | { source: string; place?: Place };
  filename: string;
  options: Options;
  metadata: Record<string, string>;
}

export interface BatchContext extends Pick<CreateContext, 'db' | 'jobTypes' | 'secrets'> {
  listFiles: ListFiles;
  /** Refuses an address that may not be contacted. */
  requireReachable(url: string, at: string): void;
}

type Context = BatchContext;
type Listed = Extract<NewBatch['inputs'], unknown[]>[number];
/** A file whose format is known: an artifact, or a declared one that is fetched, whose size is unknown. */
interface KnownFile extends Pick<KeptArtifact, 'filename' | 'format'> {
  size?: number;
  /** The field that decides the format. */
  at: string;
}
/** Checks the options of an input. The format of one that is fetched may be unknown. */
type CheckOne = (options: Options, file: KnownFile | undefined) => Options | Promise<Options>;

/** Moves the path of a refusal to the input that it is about. */
const moveDetails = ({ extras, message }: ApiError, index: number): ErrorDetail[] =>
  (extras.details ?? [{ path: 'inputArtifactId', message }]).map(detail => ({
    path: `inputs.${index}.${detail.path.replace(/^inputs\.\d+\./, '')}`,
    message: detail.message,
  }));

/** Makes the check of one input of a job type. Inputs that are alike are resolved once. */
function makeJobCheck(context: Context, caller: Caller, job: JobType): CheckOne {
  if (countFiles(job).least > 1)
    throw invalid('type', `${job.id} takes several files, and a batch has one file per job.`);
  requireFamily(caller, job);
  const known = new Map<string, Promise<Options>>();
  const resolve = async (given: Options, file: KnownFile | undefined): Promise<Options> => {
    const named = await nameModel(job, given, () => findModelChoices(context.db, job.id));
    const options = readOptions(job, named);
    if (file) {
      const format = requireAcceptedFormat(job, file.format, file.at);
      await requireInstalled(context.db, job.id, listNeeds(resolveRequest(job, format, options, 1)));
    }
    await requireChoices(context.db, job, options);
    return options;
  };
  return (given, file) => {
    if (file?.size !== undefined) requireFileSize(caller, file.filename, file.size);
    const key = `${file?.at} ${file?.format} ${writeCanonicalJson(given)}`;
    const found = known.get(key) ?? resolve(given, file);
    known.set(key, found);
    return found;
  };
}

async function makeRecipeCheck(context: Context, caller: Caller, recipeId: string): Promise<CheckOne> {
  const { accepts } = await findRecipe(context.db, caller.workspaceId, recipeId);
  return (_, file) => {
    if (!file || accepts.includes(file.format)) return {};
    throw new ApiError('invalid_file_type', {
      message: `This recipe takes ${accepts.join(', ')}, not ${file.format}.`,
    });
  };
}

/** Tells whether the prefix or the pattern is the reason that there are no files. */
function explainNoFiles(listed: number, prefix: string, pattern: string): string {
  const under = prefix === '' ? 'in the connection' : `whose key begins with ${prefix}`;
  return listed === 0
    ? `There is no file ${under}.`
    : `There are files ${under} (${listed}), but none matches the pattern ${pattern}.`;
}

/** Lists the files of a connection as inputs. */
async function listPlace(
  { db, secrets, listFiles }: Context,
  { workspaceId }: Caller,
  { connection, prefix, pattern }: ConnectionFiles,
): Promise<Listed[]> {
  const row = await findConnection(db, workspaceId, connection);
  const files = await listFiles(readConfig(secrets, row), prefix);
  const found = await selectFiles(files, { prefix, pattern });
  if (found.length === 0) throw invalid('inputs', explainNoFiles(files.length, prefix, pattern));
  if (found.length > maxBatchInputs)
    throw new ApiError('batch_too_large', {
      message: `${found.length} files match; a batch has at most ${maxBatchInputs}.`,
      limit: maxBatchInputs,
    });
  return found.map(({ key }) => ({ input: { connection: row.id, key } }));
}

/** Lists the inputs of a request, whichever form they have. */
async function listInputs(
  context: Context,
  caller: Caller,
  inputs: NewBatch['inputs'],
  job: JobType | undefined,
): Promise<Listed[]> {
  if (Array.isArray(inputs)) return inputs;
  return 'csv' in inputs ? readTable(inputs.csv, job) : listPlace(context, caller, inputs);
}

/** The columns of an input, and its file if the format is known. */
interface FoundInput extends Pick<CheckedInput, 'file' | 'filename'> {
  known?: KnownFile;
}

function sealFetched({ secrets }: Context, fetched: FetchedFile, place?: Place): FoundInput {
  const at = fetched.contentType === undefined ? 'filename' : 'contentType';
  const { filename, format } = describeFetched(fetched, at);
  const source = secrets.seal({ ...fetched }).toString('base64');
  return {
    file: { source, ...(place && { place }) },
    filename,
    ...(format && { known: { filename, format, at } }),
  };
}

/** Makes the columns of an input that is fetched. */
async function findFetched(
  context: Context,
  caller: Caller,
  { inputUrl: url, input, filename, contentType }: Listed,
  index: number,
): Promise<FoundInput> {
  const declared = {
    ...(filename !== undefined && { filename }),
    ...(contentType !== undefined && { contentType }),
  };
  if (url !== undefined) {
    if (!URL.canParse(url)) throw invalid('inputUrl', '`inputUrl` must be an http or https address.');
    context.requireReachable(url, `inputs.${index}.inputUrl`);
    requireUrlInputs(caller);
    return sealFetched(context, { url, ...declared });
  }
  const { connection, key } = input!;
  const connectionId = isId('connection', connection)
    ? connection
    : (await findConnection(context.db, caller.workspaceId, connection)).id;
  return sealFetched(context, { connectionId, key, ...declared }, { connection: connectionId, key });
}

function findArtifact(artifact: KeptArtifact, input: Listed): FoundInput {
  const { id, filename, format, size } = artifact;
  for (const name of ['filename', 'contentType'] as const)
    if (input[name] !== undefined)
      throw invalid(name, `\`${name}\` must be left out where \`inputArtifactId\` is given.`);
  return { file: { artifact_id: id }, filename, known: { filename, format, size, at: 'inputArtifactId' } };
}

/** Refuses connections of other workspaces, each looked up once. */
async function requireConnections({ db }: Context, { workspaceId }: Caller, listed: Listed[]): Promise<void> {
  for (const connection of new Set(listed.flatMap(({ input }) => (input ? [input.connection] : []))))
    await findConnection(db, workspaceId, connection);
}

const places = ['inputArtifactId', 'inputUrl', 'input'] as const;

/** Checks every input of a new batch against its job type or recipe. Refuses the batch if one is wrong, and names the first ones. */
export async function checkInputs(
  context: Context,
  caller: Caller,
  { type, recipeId, options: shared = {}, inputs }: NewBatch,
): Promise<CheckedInput[]> {
  if ((type === undefined) === (recipeId === undefined))
    throw invalid('type', 'Give exactly one: `type` or `recipeId`.');
  const job = type === undefined ? undefined : requireJobType(context.jobTypes, type);
  const listed = await listInputs(context, caller, inputs, job);
  if (!job && (Object.keys(shared).length > 0 || listed.some(({ options }) => options)))
    throw invalid('options', '`options` must be left out: a recipe has its options already.');
  const check = job
    ? makeJobCheck(context, caller, job)
    : await makeRecipeCheck(context, caller, recipeId ?? '');
  const artifacts = await lookUpArtifacts(
    context.db,
    caller,
    listed.flatMap(({ inputArtifactId }) => inputArtifactId ?? []),
  );
  await requireConnections(context, caller, listed);
  const checked: CheckedInput[] = [];
  const refused: { error: ApiError; details: ErrorDetail[] }[] = [];
  for (const [index, input] of listed.entries()) {
    if (index % limits.batch.inputsAtOnce === 0) await setImmediate();
    const { inputArtifactId, options: own = {}, metadata = {} } = input;
    try {
      if (places.filter(name => input[name] !== undefined).length !== 1)
        throw invalid('inputArtifactId', 'Give exactly one: `inputArtifactId`, `inputUrl` or `input`.');
      const artifact = inputArtifactId === undefined ? undefined : artifacts.get(inputArtifactId);
      if (inputArtifactId !== undefined && !artifact)
        throw await explainMissing(context.db, caller, [inputArtifactId]);
      const { known, ...found } = artifact
        ? findArtifact(artifact, input)
        : await findFetched(context, caller, input, index);
      const options = await check({ ...shared, ...own }, known);
      checked.push({ ...found, options, metadata });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push({ error, details: moveDetails(error, index) });
      if (refused.length >= maxDetails) break;
    }
  }
  const [first] = refused;
  if (first)
    throw new ApiError(first.error.code, {
      ...first.error.extras,
      message: first.details[0]?.message ?? first.error.message,
      details: refused.flatMap(({ details }) => details).slice(0, maxDetails),
    });
  return checked;
}
