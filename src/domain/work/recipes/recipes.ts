import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { isId, newId } from '../../../contract/ids.ts';
import type { PageQuery } from '../../../contract/schemas/page.ts';
import type {
  ChangedRecipe,
  NewRecipe,
  Recipe,
  RecipeDraft,
  RecipePreview,
  RecipeStep,
} from '../../../contract/schemas/recipe.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { RecipeStepRow } from '../../../db/tables/recipes.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import { limits } from '../../../settings/limits.ts';
import type { Asker } from '../../people/caller.ts';
import { enforceCreationLimit } from '../../rows/creation-limit.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';
import type { Secrets } from '../../rows/secrets.ts';
import { splitSecret } from '../jobs/options.ts';
import { requireStepArtifacts } from './artifacts.ts';
import { checkRecipe, listErrors, requireWhole } from './check.ts';
import { explainOutputs, prepareStepOutputs } from './step-outputs.ts';
import { getGivenOptions } from './steps.ts';

export interface RecipeRow {
  id: string;
  name: string;
  description: string;
  steps: RecipeStepRow[];
  secret: Buffer | null;
  accepts: string[];
  version: number;
  created_at: Date;
  updated_at: Date;
}

export const presentRecipe = (row: RecipeRow): Recipe => ({
  id: row.id,
  name: row.name,
  description: row.description,
  steps: row.steps.map(({ name, jobType, tab, options, artifacts, secretOptions, ...branching }, index) => ({
    index,
    name,
    jobType,
    config: { tab, processingMode: 'server', [tab]: options },
    ...(artifacts && { artifacts }),
    ...branching,
    ...(secretOptions && { secretOptions }),
  })),
  accepts: row.accepts,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Write-only options by step index. */
export const openSecrets = (
  secrets: Secrets,
  { secret }: Pick<RecipeRow, 'secret'>,
): Record<string, Record<string, unknown>> =>
  secret ? (secrets.open(secret) as Record<string, Record<string, unknown>>) : {};

export interface RecipeContext {
  db: Database;
  jobTypes: JobTypes;
  secrets: Secrets;
}

const pickBranching = ({ from, forEach, collect, when, outputName }: RecipeStep): Partial<RecipeStepRow> => ({
  ...(from !== undefined && { from }),
  ...(forEach && { forEach }),
  ...(collect && { collect }),
  ...(when && { when }),
  ...(outputName !== undefined && { outputName }),
});

/** Makes a recipe's row. Passwords in steps are write-only, as in jobs, and are sealed by the index of their step. */
export async function makeRow({ db, jobTypes, secrets }: RecipeContext, asker: Asker, request: NewRecipe) {
  const { steps, accepts } = requireWhole(jobTypes, request.steps);
  await requireStepArtifacts(db, asker, steps);
  const outputs = await prepareStepOutputs(db, asker.workspaceId, request.steps);
  const split = steps.map(step => ({ ...step, ...splitSecret(step.job, step.options) }));
  const sealed = Object.fromEntries(split.flatMap(({ secret }, index) => (secret ? [[index, secret]] : [])));
  return {
    name: request.name,
    description: request.description,
    steps: split.map(
      ({ index, name, job, tab, shown, artifacts, secret }): RecipeStepRow => ({
        name,
        jobType: job.id,
        tab,
        options: shown,
        ...(artifacts.length > 0 && { artifacts: request.steps[index]!.artifacts! }),
        ...pickBranching(request.steps[index]!),
        ...(outputs[index] && { output: outputs[index] }),
        ...(secret && { secretOptions: Object.keys(secret) }),
      }),
    ),
    secret: Object.keys(sealed).length > 0 ? secrets.seal(sealed) : null,
    accepts,
  };
}

/** Refuses a recipe if too many were made today. Each trial of one makes a row, too. */
export const requireFewRecipes = (db: Database, workspaceId: string): Promise<void> =>
  enforceCreationLimit(db, workspaceId, {
    table: 'recipes',
    name: 'recipes',
    most: limits.recipesPerDay,
    hours: 24,
  });

async function requireRoom(db: Database, workspaceId: string): Promise<void> {
  await requireFewRecipes(db, workspaceId);
  const { recipesPerWorkspace: most } = limits;
  const { rows } = await sql<{ n: number }>`select count(*) as n from (select from recipes
    where workspace_id = ${workspaceId} and deleted_at is null limit ${most}) kept`.execute(db);
  if (firstRow(rows).n >= most)
    throw new ApiError('invalid_state', {
      message: `A workspace can have ${most} recipes; delete one first.`,
    });
}

export async function createRecipe(
  context: RecipeContext,
  asker: Asker,
  request: NewRecipe,
): Promise<Recipe> {
  const { workspaceId } = asker;
  const made = await makeRow(context, asker, request);
  await requireRoom(context.db, workspaceId);
  const row = await context.db
    .insertInto('recipes')
    .values({ id: newId('recipe'), workspace_id: workspaceId, ...made, steps: JSON.stringify(made.steps) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentRecipe(row);
}

/** Keeps the write-only options of earlier steps: a step that names its earlier index has that step's, unless it gives new ones. */
function keepSecrets(
  { secrets }: RecipeContext,
  before: RecipeRow,
  steps: ChangedRecipe['steps'],
): RecipeStep[] {
  const sealed = openSecrets(secrets, before);
  return steps.map(({ previousIndex, ...step }) => {
    if (previousIndex === undefined) return step;
    const kept = sealed[previousIndex];
    if (!kept || before.steps[previousIndex]?.jobType !== step.jobType) return step;
    const options = { ...kept, ...getGivenOptions(step) };
    return step.config
      ? { ...step, config: { ...step.config, [String(step.config.tab)]: options } }
      : { ...step, options };
  });
}

/** Replaces a recipe's name and steps. Runs that have begun go on with the steps they began with. */
export async function updateRecipe(
  context: RecipeContext,
  asker: Asker,
  id: string,
  request: ChangedRecipe,
): Promise<Recipe> {
  const before = await findRecipe(context.db, asker.workspaceId, id);
  const steps = keepSecrets(context, before, request.steps);
  return replaceRecipe(context, asker, id, { ...request, steps });
}

/** Saves a recipe in place of another, which the database keeps as a version. The oldest of too many versions are deleted. */
export async function replaceRecipe(
  context: RecipeContext,
  asker: Asker,
  id: string,
  request: NewRecipe,
): Promise<Recipe> {
  const { workspaceId } = asker;
  const made = await makeRow(context, asker, request);
  const row = await context.db
    .updateTable('recipes')
    .set({ ...made, steps: JSON.stringify(made.steps), updated_at: sql`now()` })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ApiError('recipe_not_found');
  await context.db
    .deleteFrom('recipe_versions')
    .where('recipe_id', '=', id)
    .where('version', '<=', row.version - limits.recipeVersions)
    .execute();
  return presentRecipe(row);
}

/** Reads the steps of a draft, with the write-only options of the saved recipe that it changes. */
export async function readDraft(
  context: RecipeContext,
  workspaceId: string,
  { recipeId, steps }: RecipeDraft,
): Promise<RecipeStep[]> {
  if (recipeId === undefined) return steps.map(({ previousIndex: _, ...step }) => step);
  return keepSecrets(context, await findRecipe(context.db, workspaceId, recipeId), steps);
}

/** Checks a recipe without saving it. Returns what is wrong with each step, or the formats it accepts and makes. */
export async function previewRecipe(
  context: RecipeContext,
  workspaceId: string,
  draft: RecipeDraft,
): Promise<RecipePreview> {
  const steps = await readDraft(context, workspaceId, draft);
  const { steps: checked, whole } = checkRecipe(context.jobTypes, steps);
  const misplaced = await explainOutputs(context.db, workspaceId, steps);
  return {
    valid: whole !== undefined && misplaced.size === 0,
    accepts: whole?.accepts ?? [],
    steps: checked.map(step => ({
      index: step.index,
      errors: [...listErrors(step), ...(misplaced.get(step.index) ?? [])],
      ...(step.outputs && { outputs: step.outputs }),
    })),
  };
}

export async function findRecipe(db: Database, workspaceId: string, id: string): Promise<RecipeRow> {
  const row = isId('recipe', id)
    ? await db
        .selectFrom('recipes')
        .selectAll()
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new ApiError('recipe_not_found');
  return row;
}

export async function listRecipes(
  db: Database,
  workspaceId: string,
  query: PageQuery,
): Promise<{ recipes: Recipe[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('recipe', query, 'created_at', 'id');
  const found = await sql<RecipeRow & { cursor_at: string }>`
    select *, ${selectCursor('created_at')} as cursor_at from recipes
    where workspace_id = ${workspaceId} and deleted_at is null and ${after} ${newest}`.execute(db);
  const { rows, nextCursor } = makePage(found.rows, query.limit);
  return { recipes: rows.map(presentRecipe), nextCursor };
}

/** Deletes a recipe except for its name, which the list of its runs shows. Runs have a copy of the steps, so they continue and stay readable. */
export async function deleteRecipe(db: Database, workspaceId: string, id: string): Promise<void> {
  await findRecipe(db, workspaceId, id);
  await db
    .updateTable('recipes')
    .set({ deleted_at: new Date(), secret: null, description: '', steps: '[]' })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .execute();
  await db.deleteFrom('recipe_versions').where('recipe_id', '=', id).execute();
  await sql`with gone as (delete from golden_files where recipe_id = ${id} returning holder_id)
    select golden_files_drop(array(select holder_id from gone))`.execute(db);
}
