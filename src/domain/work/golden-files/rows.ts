import { type Selectable, sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { isId } from '../../../contract/ids.ts';
import type { Database } from '../../../db/database.ts';
import type { GoldenFilesTable } from '../../../db/tables/golden-files.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import { limits } from '../../../settings/limits.ts';
import { outputJson } from '../jobs/rows.ts';
import { findRecipe } from '../recipes/recipes.ts';

export type GoldenRow = Selectable<GoldenFilesTable>;

export async function findGoldenFile(db: Database, workspaceId: string, id: string): Promise<GoldenRow> {
  const row = isId('goldenFile', id)
    ? await db
        .selectFrom('golden_files')
        .selectAll()
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new ApiError('not_found', { message: `There is no golden file ${id.slice(0, 64)}.` });
  return row;
}

/** Lists the golden files of a recipe, the oldest first. */
export async function listGoldenFiles(
  db: Database,
  workspaceId: string,
  recipeId: string,
): Promise<GoldenRow[]> {
  const recipe = await findRecipe(db, workspaceId, recipeId);
  return db
    .selectFrom('golden_files')
    .selectAll()
    .where('recipe_id', '=', recipe.id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limits.golden.perRecipe)
    .execute();
}

/** Reads the input and the accepted outputs that a job holds. */
export async function readHeldFiles(
  db: Database,
  holderId: string,
): Promise<{ input: OutputRow; outputs: OutputRow[] }> {
  const { rows } = await sql<{ role: 'input' | 'output'; file: OutputRow }>`
    select a.role, ${outputJson} as file from artifacts a where a.job_id = ${holderId} order by a.role, a.index`.execute(
    db,
  );
  const pick = (role: 'input' | 'output') => rows.filter(row => row.role === role).map(({ file }) => file);
  const [input] = pick('input');
  if (!input) throw new ApiError('not_found', { message: 'The golden file was removed.' });
  return { input, outputs: pick('output') };
}

/** Reads the files of a run's result that are still kept, in their order. */
export async function readResultFiles(db: Database, runId: string): Promise<OutputRow[]> {
  const { rows } = await sql<{ file: OutputRow }>`
    select ${outputJson} as file from (
      select o.id, o.filename, o.content_type, o.format, o.size, o.sha256, o.storage_key, o.metadata,
          row_number() over (order by result.n, o.index) - 1 as index
        from run_result_jobs(${runId}) result join artifacts o on o.job_id = result.job_id and o.role = 'output'
        where o.expires_at > clock_timestamp()) a
    order by a.index limit ${limits.golden.files + 1}`.execute(db);
  return rows.map(({ file }) => file);
}

/** Reads the report of the last step of a check, if it is still kept. */
export async function findReport(db: Database, runId: string): Promise<OutputRow | undefined> {
  const { rows } = await sql<{ file: OutputRow }>`
    select ${outputJson} as file from run_steps s join artifacts a on a.job_id = s.job_id and a.role = 'output' and a.index = 0
    where s.run_id = ${runId} and s.index = (select max(index) from run_steps where run_id = ${runId})
      and a.expires_at > clock_timestamp()`.execute(db);
  return rows[0]?.file;
}

/** Removes a golden file. Its files expire at once. */
export async function removeGoldenFile(db: Database, workspaceId: string, id: string): Promise<void> {
  await findGoldenFile(db, workspaceId, id);
  await sql`with gone as (delete from golden_files where id = ${id} returning holder_id)
    select golden_files_drop(array(select holder_id from gone))`.execute(db);
}
