import { sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import { isId, newId } from '../../contract/ids.ts';
import type { NewRecipe, PageQuery, Recipe } from '../../contract/schemas/recipe.ts';
import type { Database } from '../../db/database.ts';
import type { RecipeStepRow } from '../../db/tables/recipes.ts';
import type { JobTypes } from '../../jobs/registry.ts';
import { cursorAt, following, page } from '../cursor.ts';
import { splitSecret } from '../jobs/options.ts';
import type { Secrets } from '../secrets.ts';
import { acceptedInputs } from './chain.ts';
import { readSteps } from './steps.ts';

export interface RecipeRow {
  id: string;
  name: string;
  description: string;
  steps: RecipeStepRow[];
  secret: Buffer | null;
  accepts: string[];
  created_at: Date;
  updated_at: Date;
}

export const presentRecipe = (row: RecipeRow): Recipe => ({
  id: row.id,
  name: row.name,
  description: row.description,
  steps: row.steps.map(({ name, jobType, tab, options }, index) => ({
    index,
    name,
    jobType,
    config: { tab, processingMode: 'server', [tab]: options },
  })),
  accepts: row.accepts,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Passwords in steps are write-only, as in jobs: sealed, by step index. */
export async function createRecipe(
  context: { db: Database; jobTypes: JobTypes; secrets: Secrets },
  workspaceId: string,
  request: NewRecipe,
): Promise<Recipe> {
  const steps = readSteps(context.jobTypes, request.steps);
  const accepts = acceptedInputs(steps);
  const split = steps.map(({ job, options }) => splitSecret(job, options));
  const secrets = Object.fromEntries(split.flatMap(({ secret }, index) => (secret ? [[index, secret]] : [])));
  const row = await context.db
    .insertInto('recipes')
    .values({
      id: newId('recipe'),
      workspace_id: workspaceId,
      name: request.name,
      description: request.description,
      steps: JSON.stringify(
        steps.map(({ name, job, tab }, index) => ({
          name,
          jobType: job.id,
          tab,
          options: split[index]!.shown,
        })),
      ),
      secret: Object.keys(secrets).length > 0 ? context.secrets.seal(secrets) : null,
      accepts,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentRecipe(row);
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
  const { after, newest } = following('recipe', query, 'created_at', 'id');
  const found = await sql<RecipeRow & { cursor_at: string }>`
    select *, ${cursorAt('created_at')} as cursor_at from recipes
    where workspace_id = ${workspaceId} and deleted_at is null and ${after} ${newest}`.execute(db);
  const { rows, nextCursor } = page(found.rows, query.limit);
  return { recipes: rows.map(presentRecipe), nextCursor };
}

/** Its runs go on and stay readable. */
export async function deleteRecipe(db: Database, workspaceId: string, id: string): Promise<void> {
  await findRecipe(db, workspaceId, id);
  await db
    .updateTable('recipes')
    .set({ deleted_at: new Date(), secret: null })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .execute();
}
