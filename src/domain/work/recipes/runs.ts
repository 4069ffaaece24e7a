import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { isId } from '../../../contract/ids.ts';
import type { FileListQuery, ResultFile } from '../../../contract/schemas/result.ts';
import type { RunListQuery } from '../../../contract/schemas/run.ts';
import type { FailureReason, JobState } from '../../../contract/states.ts';
import type { Warning } from '../../../contract/warnings.ts';
import type { Database } from '../../../db/database.ts';
import type { EngineUse } from '../../../db/tables/jobs.ts';
import type { Place } from '../../../db/tables/outputs.ts';
import type { StepFlow } from '../../../db/tables/recipes.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import { limits } from '../../../settings/limits.ts';
import type { Signing } from '../../files/signing.ts';
import { buildPageClauses, makePage, selectCursor, takeFitting } from '../../rows/cursor.ts';
import { makeIndexCursors } from '../../rows/index-cursor.ts';
import { presentFile } from '../jobs/present.ts';
import { outputJson } from '../jobs/rows.ts';
import type { SettingsRow } from '../jobs/settings.ts';
import { type DeliveryRow, selectDelivery } from '../outputs/rows.ts';

export interface StepRow {
  index: number;
  name: string;
  job_type: string;
  job_id: string | null;
  /** The state of its job; of a step with several jobs, that of the one that is furthest behind. */
  job_status: JobState | null;
  /** The state of a step of a branching run, as the queue keeps it. */
  state:
    | 'waiting'
    | 'counting'
    | 'running'
    | 'failing'
    | 'completed'
    | 'failed'
    | 'skipped'
    | 'broken'
    | null;
  mode: StepFlow['mode'] | null;
  job_count: number;
  /** Whether its files belong to the run's result. */
  leaf: boolean;
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
  output: Place | null;
  /** How far its files are on their way to `output`, once it has completed. */
  delivery: DeliveryRow | null;
}

export interface RunRow extends SettingsRow {
  id: string;
  recipe_id: string;
  recipe_version: number | null;
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

/** All files of a step `s`, numbered over all its jobs. Jobs that count pages have none. */
const stepFiles = sql`
  select a.id, row_number() over (order by j.step_part, a.index) - 1 as index, a.filename, a.content_type, a.format, a.size,
      a.sha256, a.storage_key, a.metadata
    from jobs j join artifacts a on a.job_id = j.id and a.role = 'output'
    where j.run_id = s.run_id and j.step_index = s.index and coalesce(j.step_part, 0) >= 0`;

/** Summarises the jobs of a step `s`. Its failure is that of the first job that failed. */
const stepJobs = sql`
  select count(*) filter (where coalesce(j.step_part, 0) >= 0) as job_count,
      (array_agg(j.status order by array_position(array['processing', 'queued', 'failed', 'canceled'], j.status), j.step_part))[1]
        as job_status,
      floor(avg(j.progress) filter (where coalesce(j.step_part, 0) >= 0))::int as progress, min(j.started_at) as started_at,
      case when bool_and(j.completed_at is not null) then max(j.completed_at) end as completed_at,
      (array_agg(to_jsonb(j) order by j.step_part) filter (where j.status = 'failed'))[1] as failed,
      (select jsonb_agg(distinct e) from jobs k, jsonb_array_elements(k.engines) e
        where k.run_id = s.run_id and k.step_index = s.index and coalesce(k.step_part, 0) >= 0) as engines,
      (select jsonb_agg(distinct e) from jobs k, jsonb_array_elements(k.warnings) e
        where k.run_id = s.run_id and k.step_index = s.index and coalesce(k.step_part, 0) >= 0) as warnings,
      sum(j.duration_ms) filter (where coalesce(j.step_part, 0) >= 0) as duration_ms
    from jobs j where j.run_id = s.run_id and j.step_index = s.index`;

export function selectRuns(
  condition: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
): RawBuilder<RunRow & { cursor_at: string }> {
  return sql<RunRow & { cursor_at: string }>`
    select r.id, r.recipe_id, r.recipe_version, r.input_artifact_id, r.metadata, r.retention_hours,
      r.delete_after_download, r.callback_url, r.output, ${selectDelivery(sql`r.id`, sql`r.output`)} as delivery, r.status, r.created_at, r.completed_at,
      (r.status <> 'active')::int + (select coalesce(sum(j.version), 0)::int from jobs j where j.run_id = r.id) as version,
      ${selectCursor('r.created_at')} as cursor_at,
      (select json_agg(json_build_object('index', s.index, 'name', s.name, 'job_type', s.job_type, 'job_id', s.job_id,
          'state', s.state, 'mode', s.flow->>'mode', 'leaf', coalesce((s.flow->>'leaf')::boolean,
            s.index = (select max(index) from run_steps l where l.run_id = r.id)), 'job_count', j.job_count,
          'job_status', j.job_status, 'progress', j.progress, 'started_at', j.started_at, 'completed_at', j.completed_at,
          'failure_reason', coalesce(s.failure_reason, j.failed->>'failure_reason'),
          'failure_option', j.failed->>'failure_option',
          'failure_message', coalesce(s.failure_message, j.failed->>'failure_message'), 'warnings', j.warnings,
          'diagnostic_id', coalesce(s.diagnostic_id::text, j.failed->>'diagnostic_id'), 'engines', j.engines,
          'duration_ms', j.duration_ms, 'output', s.output,
          'delivery', ${selectDelivery(sql`s.run_id || '.' || s.index`, sql`s.output`, limits.stepFiles)}, 'file_count', (select count(*) from (${stepFiles}) a),
          'outputs', coalesce((select json_agg(${outputJson} order by a.index) from (${stepFiles}) a
            where a.index < ${sql.lit(limits.stepFiles)}), '[]')) order by s.index)
        from run_steps s, lateral (${stepJobs}) j where s.run_id = r.id) as steps
    from recipe_runs r where ${condition} ${rest}`;
}

export async function findRun(db: Database, workspaceId: string, id: string): Promise<RunRow> {
  const { rows } = isId('run', id)
    ? await selectRuns(
        sql`r.id = ${id} and r.workspace_id = ${workspaceId} and r.golden_file_id is null`,
      ).execute(db)
    : { rows: [] };
  if (!rows[0]) throw new ApiError('run_not_found');
  return rows[0];
}

const fileCursors = makeIndexCursors('file');

/** Lists a page of the files of a completed run's result, numbered from 0. */
export async function listRunFiles(
  db: Database,
  workspaceId: string,
  id: string,
  query: FileListQuery,
  signing: Signing,
): Promise<{ files: ResultFile[]; nextCursor: string | null }> {
  const from = fileCursors.decode(query.cursor);
  const { status } = await findRun(db, workspaceId, id);
  if (status !== 'completed')
    throw new ApiError('invalid_state', {
      message: `The run is ${status === 'active' ? 'running' : status}; only a completed run has files.`,
    });
  const { rows } = await sql<{ output: OutputRow }>`
    select ${outputJson} as output from (
      select made.*, row_number() over (order by result.n, made.place) - 1 as index from run_result_jobs(${id}) result
        cross join lateral (select o.id, o.filename, o.content_type, o.format, o.size, o.sha256, o.storage_key, o.metadata,
            o.index as place from artifacts o where o.job_id = result.job_id and o.role = 'output') made) a
    where a.index >= ${from} order by a.index limit ${query.limit + 1}`.execute(db);
  const files = takeFitting(rows.slice(0, query.limit).map(row => presentFile(row.output, signing)));
  const next = rows[files.length];
  return { files, nextCursor: next ? fileCursors.encode(next.output.index) : null };
}

export async function listRuns(
  db: Database,
  workspaceId: string,
  query: RunListQuery,
): Promise<{ rows: RunRow[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('run', query, 'r.created_at', 'r.id');
  const of = query.recipeId ? sql`r.recipe_id = ${query.recipeId}` : sql`true`;
  const { rows } = await selectRuns(
    sql`r.workspace_id = ${workspaceId} and r.golden_file_id is null and ${of} and ${after}`,
    newest,
  ).execute(db);
  return makePage(rows, query.limit);
}
