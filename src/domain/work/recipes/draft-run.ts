import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import type { JobSettings } from '../../../contract/schemas/job-settings.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { hasTab } from '../../../jobs/job-type.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { zip } from '../../../lists.ts';
import { findModelChoices, requireChoices, requireInstalled } from '../../installation/engines.ts';
import { quotaExceeded } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';
import type { Secrets } from '../../rows/secrets.ts';
import { replaceDefaultModel } from '../jobs/options.ts';
import { makeSettingsRow } from '../jobs/settings.ts';
import { requireStepArtifacts } from './artifacts.ts';
import { follow } from './chain.ts';
import { planFlows } from './plan-flows.ts';
import { openSecrets, type RecipeRow } from './recipes.ts';
import { linkSavedSteps } from './step-links.ts';
import { prepareStepOutputs } from './step-outputs.ts';
import { isBranching, readArtifacts } from './steps.ts';

export interface RunServices {
  db: Database;
  jobTypes: JobTypes;
  secrets: Secrets;
}

/** The parts of a recipe that a run needs. */
type RunnableRecipe = Pick<RecipeRow, 'id' | 'steps' | 'secret' | 'accepts' | 'version'>;

/** Opens a recipe's steps, with their write-only options. */
function openSteps({ jobTypes, secrets }: RunServices, recipe: RunnableRecipe) {
  const sealed = openSecrets(secrets, recipe);
  const linked = linkSavedSteps(jobTypes, recipe.steps);
  return recipe.steps.map((step, index) => {
    const { name, jobType, options, artifacts: given = {}, when, outputName, output } = step;
    const job = jobTypes.get(jobType);
    if (!job)
      throw new ApiError('feature_not_available', {
        message: `This installation no longer has the job type ${jobType}.`,
      });
    const links = linked[index]!;
    const artifacts = readArtifacts({ artifacts: given }, index, job, links.mode);
    return {
      ...{ index, name, job, options, artifacts, secret: sealed[index] },
      ...links,
      ...(when && { when }),
      ...(outputName !== undefined && { outputName }),
      ...(output && { output }),
    };
  });
}

/** Refuses a run if no storage is left. How much it will need cannot be known in advance. */
async function requireStorage(db: Database, { workspaceId, plan }: Caller): Promise<void> {
  if (plan.storage_bytes === null) return;
  const { rows } = await sql<{ used: number }>`select storage_used(${workspaceId}) as used`.execute(db);
  if (firstRow(rows).used >= plan.storage_bytes) throw await quotaExceeded(db, workspaceId, 'storage_bytes');
}

/**
 * Makes the rows of a run on a file of this format. Refuses what the plan or the installed engines do not allow. A run that checks a
 * golden file costs nothing and writes nothing to connections; its steps always have a flow, so that another one can follow them.
 */
export async function draftRun(
  context: RunServices,
  caller: Caller,
  recipe: RunnableRecipe,
  input: { id: string; format: FormatId | '' },
  settings: JobSettings,
  isCheck = false,
) {
  const { db } = context;
  const steps = await Promise.all(
    openSteps(context, recipe).map(async ({ output, ...step }) => ({
      ...(output && !isCheck && { output }),
      ...step,
      options: await replaceDefaultModel(step.job, step.options, () => findModelChoices(db, step.job.id)),
    })),
  );
  const { families } = caller.plan;
  const excluded = families && steps.find(({ job }) => !hasTab(job, families));
  if (excluded)
    throw new ApiError('feature_not_available', {
      message: `The plan ${caller.plan.id} does not include ${excluded.job.id}.`,
    });
  // The format of a file that is fetched may be unknown until then.
  const { format } = input;
  const chainSteps = steps.map(({ options, secret, ...step }) => ({
    ...step,
    options: { ...options, ...secret },
  }));
  const chain = format === '' ? { needs: [] } : follow(chainSteps, format);
  if (!('needs' in chain))
    throw new ApiError('invalid_file_type', {
      message: `Step ${chain.index + 1}: ${chain.reason} This recipe takes ${recipe.accepts.join(', ')}.`,
    });
  for (const [{ job, options }, needs] of zip(steps.slice(0, chain.needs.length), chain.needs)) {
    await requireInstalled(db, job.id, needs);
    await requireChoices(db, job, options);
  }
  const flows =
    isCheck || isBranching(recipe.steps)
      ? planFlows(context.jobTypes, chainSteps, format === '' ? (recipe.accepts as FormatId[]) : [format])
      : [];
  for (const { counter } of flows) if (counter) await requireInstalled(db, counter.type, counter.needs);
  await requireStepArtifacts(db, caller, steps);
  await prepareStepOutputs(db, caller.workspaceId, steps);
  await requireStorage(db, caller);

  const written = steps.find(({ output }) => output)?.output;
  const kept = makeSettingsRow(caller, settings, written);
  const run = {
    id: newId('run'),
    workspace_id: caller.workspaceId,
    recipe_id: recipe.id,
    recipe_version: recipe.version,
    key_id: caller.keyId,
    input_artifact_id: input.id,
    ...kept,
  };
  const rows = steps.map(({ index, name, job, options, artifacts, secret, output }) => ({
    index,
    name,
    job_type: job.id,
    options,
    artifacts,
    secret: secret && context.secrets.seal(secret).toString('base64'),
    metered: job.credits !== undefined && !isCheck,
    ...(flows[index] && { flow: flows[index] }),
    ...(output && { output }),
  }));
  const first = { id: newId('job'), needs: chain.needs[0] ?? [] };
  return { run, rows, first };
}
