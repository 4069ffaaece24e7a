import { ApiError, type ErrorDetail, invalid } from '../../../contract/errors.ts';
import type { NewBatch } from '../../../contract/schemas/batch.ts';
import { countFiles } from '../../../jobs/input-files.ts';
import { type JobType, listNeeds } from '../../../jobs/job-type.ts';
import { findArtifacts, type KeptArtifact } from '../../files/artifacts/find.ts';
import { findModelChoices, requireChoices, requireInstalled } from '../../installation/engines.ts';
import type { Caller } from '../../people/caller.ts';
import { writeCanonicalJson } from '../idempotency/fingerprint.ts';
import { type CreateContext, requireFamily, requireFileSize, requireJobType } from '../jobs/create.ts';
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
  artifactId: string;
  filename: string;
  options: Options;
  metadata: Record<string, string>;
}

type Context = Pick<CreateContext, 'db' | 'jobTypes' | 'secrets'>;
type CheckOne = (options: Options, artifact: KeptArtifact) => Options | Promise<Options>;

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
  const resolve = async (given: Options, artifact: KeptArtifact): Promise<Options> => {
    const named = await nameModel(job, given, () => findModelChoices(context.db, job.id));
    const options = readOptions(job, named);
    const format = requireAcceptedFormat(job, artifact.format, 'inputArtifactId');
    await requireInstalled(context.db, job.id, listNeeds(resolveRequest(job, format, options, 1)));
    await requireChoices(context.db, job, options);
    return options;
  };
  return (given, artifact) => {
    requireFileSize(caller, artifact.filename, artifact.size);
    const key = `${artifact.format} ${writeCanonicalJson(given)}`;
    const found = known.get(key) ?? resolve(given, artifact);
    known.set(key, found);
    return found;
  };
}

async function makeRecipeCheck(context: Context, caller: Caller, recipeId: string): Promise<CheckOne> {
  const { accepts } = await findRecipe(context.db, caller.workspaceId, recipeId);
  return (_, { format }) => {
    if (accepts.includes(format)) return {};
    throw new ApiError('invalid_file_type', {
      message: `This recipe takes ${accepts.join(', ')}, not ${format}.`,
    });
  };
}

/** Checks every input of a new batch against its job type or recipe. Refuses the batch if one is wrong, and names the first ones. */
export async function checkInputs(
  context: Context,
  caller: Caller,
  { type, recipeId, options: shared = {}, inputs }: NewBatch,
): Promise<CheckedInput[]> {
  if ((type === undefined) === (recipeId === undefined))
    throw invalid('type', 'Give exactly one: `type` or `recipeId`.');
  const job = type === undefined ? undefined : requireJobType(context.jobTypes, type);
  const listed = Array.isArray(inputs) ? inputs : readTable(inputs.csv, job);
  if (!job && (Object.keys(shared).length > 0 || listed.some(({ options }) => options)))
    throw invalid('options', '`options` must be left out: a recipe has its options already.');
  const check = job
    ? makeJobCheck(context, caller, job)
    : await makeRecipeCheck(context, caller, recipeId ?? '');
  const artifacts = await findArtifacts(
    context.db,
    caller,
    listed.map(({ inputArtifactId }) => inputArtifactId),
  );
  const checked: CheckedInput[] = [];
  const refused: { error: ApiError; details: ErrorDetail[] }[] = [];
  for (const [index, { inputArtifactId, options: own = {}, metadata = {} }] of listed.entries()) {
    const artifact = artifacts.get(inputArtifactId)!;
    try {
      const options = await check({ ...shared, ...own }, artifact);
      checked.push({ artifactId: artifact.id, filename: artifact.filename, options, metadata });
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
