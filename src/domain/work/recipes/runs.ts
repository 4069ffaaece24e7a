import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { isId } from '../../../contract/ids.ts';
import type { RunListQuery } from '../../../contract/schemas/recipe.ts';
import type { FailureReason, JobState } from '../../../contract/states.ts';
import type { Warning } from '../../../contract/warnings.ts';
import type { Database } from '../../../db/database.ts';
import type { EngineUse } from '../../../db/tables/jobs.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import { limits } from '../../../settings/limits.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';
import { countOutputs, selectFirstOutputs } from '../jobs/rows.ts';
import type { SettingsRow } from '../jobs/settings.ts';
import { type DeliveryRow, selectDelivery } from '../outputs/rows.ts';

export interface StepRow {
  index: number;
  name: string;
  job_type: string;
  job_id: string | null;
  job_status: JobState | null;
  progress: number | null;
  started_at: string | null;
  completed_at: string | null;
  failure_reason: FailureReason | null;
  failure_option: string | null;
  failure_message: string | null;
  diagnostic_id: string | null;
  file_count: number;
  outputs: OutputRow[];
  engines: EngineUse[] | null;
  warnings: Warning[] | null;
  duration_ms: number | null;
}

export interface RunRow extends SettingsRow {
  id: string;
  recipe_id: string;
  input_artifact_id: string;
  /** How far its result is on its way to `output`, once it has completed. */
  delivery: DeliveryRow | null;
  status: 'active' | 'completed' | 'failed' | 'canceled';
  /** Grows with every change a caller can see. */
  version: number;
  created_at: Date;
  completed_at: Date | null;
  steps: StepRow[];
}

export function selectRuns(
  condition: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
): RawBuilder<RunRow & { cursor_at: string }> {
  return sql<RunRow & { cursor_at: string }>`
    select r.id, r.recipe_id, r.input_artifact_id, r.metadata, r.retention_hours,
      r.delete_after_download, r.callback_url, r.output, ${selectDelivery(sql`r.id`, sql`r.output`)} as delivery, r.status, r.created_at, r.completed_at,
      (r.status <> 'active')::int + (select coalesce(sum(j.version), 0)::int from jobs j where j.run_id = r.id) as version,
      ${selectCursor('r.created_at')} as cursor_at,
      (select json_agg(json_build_object('index', s.index, 'name', s.name, 'job_type', s.job_type, 'job_id', s.job_id,
          'job_status', j.status, 'progress', j.progress, 'started_at', j.started_at, 'completed_at', j.completed_at,
          'failure_reason', coalesce(s.failure_reason, j.failure_reason), 'failure_option', j.failure_option,
          'failure_message', coalesce(s.failure_message, j.failure_message), 'warnings', j.warnings,
          'diagnostic_id', coalesce(s.diagnostic_id, j.diagnostic_id), 'engines', j.engines, 'duration_ms', j.duration_ms,
          'file_count', ${countOutputs(sql`s.job_id`)},
          'outputs', ${selectFirstOutputs(sql`s.job_id`, limits.stepFiles)}) order by s.index)
        from run_steps s left join jobs j on j.id = s.job_id where s.run_id = r.id) as steps
    from recipe_runs r where ${condition} ${rest}`;
}

export async function findRun(db: Database, workspaceId: string, id: string): Promise<RunRow> {
  const { rows } = isId('run', id)
    ? await selectRuns(sql`r.id = ${id} and r.workspace_id = ${workspaceId}`).execute(db)
    : { rows: [] };
  if (!rows[0]) throw new ApiError('run_not_found');
  return rows[0];
}

export async function listRuns(
  db: Database,
  workspaceId: string,
  query: RunListQuery,
): Promise<{ rows: RunRow[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('run', query, 'r.created_at', 'r.id');
  const of = query.recipeId ? sql`r.recipe_id = ${query.recipeId}` : sql`true`;
  const { rows } = await selectRuns(
    sql`r.workspace_id = ${workspaceId} and ${of} and ${after}`,
    newest,
  ).execute(db);
  return makePage(rows, query.limit);
}
