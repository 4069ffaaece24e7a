import { sql } from 'kysely';
import { limits } from '../../../settings/limits.ts';
import type { Caller } from '../../people/caller.ts';
import type { RunServices } from '../recipes/draft-run.ts';
import { startCheck } from './check.ts';
import type { GoldenRow } from './rows.ts';

type DueRow = GoldenRow & { plan: Caller['plan'] };

/**
 * Starts checks of golden files whose recipe has another version than at the last check, or whose engines have other versions on the
 * workers that are alive.
 */
export async function checkDueGoldenFiles(
  context: RunServices,
  onProblem: (goldenFileId: string, error: unknown) => void,
): Promise<void> {
  const { rows } = await sql<DueRow>`
    select g.*, to_jsonb(p) as plan
    from golden_files g join recipes r on r.id = g.recipe_id join workspaces w on w.id = g.workspace_id
      join plans p on p.id = w.plan_id
    where r.deleted_at is null and g.check_status is distinct from 'pending'
      and (g.checked_version is distinct from r.version
        or g.checked_for is distinct from golden_engines(g.accepted_engines || coalesce(g.check_engines, '[]')))
    order by g.checked_at nulls first, g.id limit ${limits.golden.atOnce}`.execute(context.db);
  for (const { plan, ...golden } of rows)
    try {
      const { workspace_id: workspaceId, source, key_id: keyId } = golden;
      await startCheck(context, { workspaceId, plan, source, keyId }, golden);
    } catch (error) {
      onProblem(golden.id, error);
    }
}
