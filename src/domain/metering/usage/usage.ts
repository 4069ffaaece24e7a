import { sql } from 'kysely';
import type { Usage } from '../../../contract/schemas/service.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { Caller } from '../../people/caller.ts';
import { presentLimits } from '../../people/plans/limits.ts';
import { findStorageFreed, findWindowEnd } from './quota.ts';

interface Counts {
  operations: number;
  operations_daily: number;
  storage_bytes: number;
  queued_jobs: number;
  ai_credits: number;
  /** The rest of the allowance and of grants; null if the plan sets no limit. */
  ai_credits_left: number | null;
}

const presentCounter = (used: number, limit: number | null, resetsAt?: Date) => ({
  used,
  ...(limit !== null && { limit }),
  ...(resetsAt && { resetsAt: resetsAt.toISOString() }),
});

export async function readUsage(
  db: Database,
  { workspaceId, plan }: Pick<Caller, 'workspaceId' | 'plan'>,
): Promise<Usage> {
  const now = new Date();
  const selectUsed = (quota: string, unit: string) => sql`coalesce((select used from usage_counters
    where workspace_id = ${workspaceId} and quota = ${quota}
      and window_start = date_trunc(${unit}, now() at time zone 'UTC')::date), 0)`;
  const { rows } = await sql<Counts>`
    select ${selectUsed('operations', 'month')} as operations, ${selectUsed('operations_daily', 'day')} as operations_daily,
      storage_used(${workspaceId}) as storage_bytes,
      coalesce((select used from credit_balances where workspace_id = ${workspaceId}
        and month = date_trunc('month', now() at time zone 'UTC')::date), 0) as ai_credits,
      credit_available(${workspaceId}) as ai_credits_left,
      (select count(*) from jobs where workspace_id = ${workspaceId} and status = 'queued' and vtag is null) as queued_jobs
  `.execute(db);
  const counts = firstRow(rows);
  return {
    workspaceId,
    plan: plan.id,
    quotas: {
      operations: presentCounter(
        counts.operations,
        plan.operations_per_month,
        findWindowEnd('operations', now),
      ),
      operations_daily: presentCounter(
        counts.operations_daily,
        plan.operations_per_day,
        findWindowEnd('operations_daily', now),
      ),
      ai_credits: presentCounter(
        counts.ai_credits,
        counts.ai_credits_left === null ? null : counts.ai_credits + counts.ai_credits_left,
        findWindowEnd('ai_credits', now),
      ),
      storage_bytes: presentCounter(
        counts.storage_bytes,
        plan.storage_bytes,
        await findStorageFreed(db, workspaceId),
      ),
      queued_jobs: presentCounter(counts.queued_jobs, plan.waiting),
    },
    limits: presentLimits(plan),
  };
}
