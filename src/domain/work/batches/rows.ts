import { type RawBuilder, sql } from 'kysely';
import { ApiError, type QuotaKey } from '../../../contract/errors.ts';
import { isId } from '../../../contract/ids.ts';
import type { batchInputStates } from '../../../contract/schemas/batch.ts';
import type { PageQuery } from '../../../contract/schemas/page.ts';
import type { Database } from '../../../db/database.ts';
import type { Place } from '../../../db/tables/outputs.ts';
import { selectResultJobs } from '../../files/downloads/outputs.ts';
import { selectStorageFreed } from '../../metering/usage/quota.ts';
import type { Asker } from '../../people/caller.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';

export type InputState = (typeof batchInputStates)[number];

export interface BatchRow {
  id: string;
  type: string | null;
  recipe_id: string | null;
  options: Record<string, unknown>;
  metadata: Record<string, string>;
  retention_hours: number | null;
  output: Place | null;
  input_count: number;
  /** `active` is shown as queued until the first job has started, and then as running. */
  status: 'active' | 'completed' | 'canceled';
  blocked: QuotaKey | null;
  fed_at: Date;
  /** The time when stored files next expire, if the quota of storage is used up. */
  storage_freed_at: Date | null;
  version: number;
  created_at: Date;
  completed_at: Date | null;
  counts: Partial<Record<InputState, number>>;
  file_count: number;
}

/** The state of an input `i` with its job `j` or run `r`. Files that have expired were made. */
export const inputState = sql<InputState>`case
  when i.refused is not null then case i.refused->>'code' when 'canceled' then 'canceled' else 'failed' end
  when r.id is not null then case r.status when 'active' then 'processing' else r.status end
  when i.job_id is null then case when i.run_id is null then 'waiting' else 'failed' end
  when j.status = 'pending' then 'queued'
  when j.status = 'expired' then 'completed'
  else coalesce(j.status, 'failed') end`;

/** Joins the job `j` and the run `r` of an input `i`. The limits make the server look each up by its id, however many jobs there are. */
export const joinWork = sql`left join lateral (select * from jobs where id = i.job_id limit 1) j on true
  left join lateral (select * from recipe_runs where id = i.run_id limit 1) r on true`;

/** Keys do not see batches that were made in the web workspace. */
const isVisibleBatch = ({ source }: Pick<Asker, 'source'>): RawBuilder<boolean> =>
  source === 'workspace' ? sql`true` : sql`b.source = 'api'`;

export const selectBatches = (
  condition: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
): RawBuilder<BatchRow & { cursor_at: string }> => sql<BatchRow & { cursor_at: string }>`
  select b.id, b.type, b.recipe_id, b.options, b.metadata, b.retention_hours, b.output, b.input_count, b.status, b.blocked, b.fed_at, b.version,
    case when b.blocked = 'storage_bytes' then ${selectStorageFreed(sql`b.workspace_id`)} end as storage_freed_at,
    b.created_at, b.completed_at, ${selectCursor('b.created_at')} as cursor_at,
    (select coalesce(json_object_agg(counted.state, counted.n), '{}') from (
      select ${inputState} as state, count(*) as n from batch_inputs i ${joinWork}
      where i.batch_id = b.id group by 1) counted) as counts,
    case when b.status = 'active' then 0 else (
      select coalesce(sum((select count(*) from artifacts a where a.job_id = result.id and a.role = 'output')), 0)
        from batch_inputs i cross join lateral (${selectResultJobs}) result
      where i.batch_id = b.id)::int end as file_count
  from batches b where ${condition} ${rest}`;

export async function findBatch(db: Database, asker: Asker, id: string): Promise<BatchRow> {
  const { rows } = isId('batch', id)
    ? await selectBatches(
        sql`b.id = ${id} and b.workspace_id = ${asker.workspaceId} and ${isVisibleBatch(asker)}`,
      ).execute(db)
    : { rows: [] };
  if (!rows[0]) throw new ApiError('batch_not_found');
  return rows[0];
}

export async function listBatches(
  db: Database,
  asker: Asker,
  query: PageQuery,
): Promise<{ rows: BatchRow[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('batch', query, 'b.created_at', 'b.id');
  const { rows } = await selectBatches(
    sql`b.workspace_id = ${asker.workspaceId} and ${isVisibleBatch(asker)} and ${after}`,
    newest,
  ).execute(db);
  return makePage(rows, query.limit);
}
