import { sql } from 'kysely';
import type { JobOrigin } from '../../../contract/schemas/workspace-job.ts';
import type { Database } from '../../../db/database.ts';

interface Row {
  id: string;
  key_id: string | null;
  key_name: string | null;
  run_id: string | null;
  step_index: number | null;
  recipe_id: string | null;
  recipe_name: string | null;
}

const present = (row: Row): JobOrigin => ({
  ...(row.key_id && row.key_name && { key: { id: row.key_id, name: row.key_name } }),
  ...(row.run_id &&
    row.recipe_id && {
      run: {
        id: row.run_id,
        stepIndex: row.step_index ?? 0,
        recipeId: row.recipe_id,
        recipeName: row.recipe_name ?? '',
      },
    }),
});

/** Finds the key or the recipe run that made each of these jobs. */
export async function findJobOrigins(db: Database, ids: readonly string[]): Promise<Map<string, JobOrigin>> {
  const { rows } = await sql<Row>`
    select j.id, k.id as key_id, k.name as key_name, j.run_id, j.step_index, r.recipe_id, c.name as recipe_name
    from jobs j left join api_keys k on k.id = j.key_id left join recipe_runs r on r.id = j.run_id
      left join recipes c on c.id = r.recipe_id
    where j.id = any (${ids})`.execute(db);
  return new Map(rows.map(row => [row.id, present(row)]));
}
