import { sql } from 'kysely';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import type { NewGoldenFile } from '../../../contract/schemas/golden-file.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { EngineUse } from '../../../db/tables/jobs.ts';
import type { JobTypes } from '../../../jobs/registry.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import { limits } from '../../../settings/limits.ts';
import type { Caller } from '../../people/caller.ts';
import { outputJson } from '../jobs/rows.ts';
import { findRecipe } from '../recipes/recipes.ts';
import { findRun, type RunRow } from '../recipes/runs.ts';
import { listComparerNeeds } from './check.ts';
import { type CopyContext, copyFiles } from './copy-files.ts';
import { findGoldenFile, type GoldenRow, readResultFiles } from './rows.ts';

/** Writes engines and their versions as the database's `golden_engines` does. */
function writeEngines(engines: readonly EngineUse[]): string {
  const versions = Map.groupBy(engines, ({ name }) => name);
  return [...versions.keys()]
    .sort()
    .map(name => {
      const known = new Set(versions.get(name)!.map(({ version }) => version));
      return `${name} ${[...known].sort().join('/')}`;
    })
    .join(', ');
}

async function findInput(db: Database, run: RunRow): Promise<OutputRow> {
  const { rows } = await sql<{ file: OutputRow }>`select ${outputJson} as file from artifacts a
    where a.id = ${run.input_artifact_id} and a.expires_at > clock_timestamp()`.execute(db);
  if (!rows[0])
    throw new ApiError('artifact_not_found', { message: 'The input of the run is no longer kept.' });
  return rows[0].file;
}

async function requireRoom(db: Database, recipeId: string): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from golden_files where recipe_id = ${recipeId}`.execute(db);
  if (firstRow(rows).n >= limits.golden.perRecipe)
    throw new ApiError('invalid_state', {
      message: `A recipe can have ${limits.golden.perRecipe} golden files; remove one first.`,
    });
}

/** Accepts the result of a run as that which later versions of the recipe, and of the engines, must make of its input. */
export async function addGoldenFile(
  context: CopyContext & { jobTypes: JobTypes },
  caller: Caller,
  recipeId: string,
  { runId, name, compare = {} }: NewGoldenFile,
): Promise<GoldenRow> {
  const { db } = context;
  const { workspaceId } = caller;
  const recipe = await findRecipe(db, workspaceId, recipeId);
  const run = await findRun(db, workspaceId, runId);
  if (run.recipe_id !== recipe.id) throw invalid('runId', `${runId} is not a run of this recipe.`);
  if (run.status !== 'completed')
    throw new ApiError('invalid_state', {
      message: `The run is ${run.status === 'active' ? 'not completed yet' : run.status}; only a completed run has a result.`,
    });
  const input = await findInput(db, run);
  const outputs = await readResultFiles(db, run.id);
  const expected = run.steps.filter(({ leaf }) => leaf).reduce((sum, step) => sum + step.file_count, 0);
  if (outputs.length === 0 || (outputs.length < expected && outputs.length <= limits.golden.files))
    throw new ApiError('artifact_not_found', { message: 'The run has no files, or no longer has them.' });
  listComparerNeeds(context.jobTypes, compare, outputs);
  await requireRoom(db, recipe.id);
  const engines = run.steps.flatMap(step => step.engines ?? []);
  const id = newId('goldenFile');
  await copyFiles(context, workspaceId, input, outputs, async (trx, holderId) => {
    await trx
      .insertInto('golden_files')
      .values({
        id,
        workspace_id: workspaceId,
        recipe_id: recipe.id,
        key_id: caller.keyId,
        source: caller.source,
        name: name ?? input.filename,
        compare: JSON.stringify(compare),
        holder_id: holderId,
        accepted_version: run.recipe_version,
        accepted_engines: JSON.stringify(engines),
        checked_version: run.recipe_version,
        checked_for: writeEngines(engines),
      })
      .execute();
  });
  return findGoldenFile(db, workspaceId, id);
}
