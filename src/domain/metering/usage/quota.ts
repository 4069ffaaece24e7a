import { type RawBuilder, sql } from 'kysely';
import { ApiError, type QuotaKey } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';

/** The limit that the database found used up. Callers see some limits under the quota key of another. */
export type UsedUp = QuotaKey | keyof typeof quotaKeys;

const quotaKeys = { pending_inputs: 'queued_jobs', previews_daily: 'operations_daily' } as const;
const isShownAsOther = (usedUp: UsedUp): usedUp is keyof typeof quotaKeys => usedUp in quotaKeys;

const sentences: Record<UsedUp, string> = {
  operations: "This month's operations are used up.",
  operations_daily: "Today's operations are used up.",
  previews_daily: "Today's previews are used up.",
  ai_credits: "This month's AI credits are used up.",
  storage_bytes: 'The storage of this workspace is full. Delete jobs, or wait until files expire.',
  queued_jobs: 'Too many jobs are waiting. Start more when some have run.',
  pending_inputs:
    'Too many inputs belong to jobs or artifacts that were created in the last 24 hours and never started or used. Start these jobs, or wait; canceled ones count as well. `limits.pendingInputs` of `GET /usage` has the limit.',
};

/** Returns the end of a quota's current window. Windows are calendar days and months in UTC. */
export function findWindowEnd(quota: 'operations' | 'operations_daily' | 'ai_credits', now: Date): Date {
  return quota === 'operations_daily'
    ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
    : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

/** Selects the earliest time at which a file of the workspace expires and frees storage. */
export const selectStorageFreed = (workspaceId: RawBuilder<string>): RawBuilder<Date | null> => sql`
  least((select min(freeing.expires_at) from artifacts freeing
      where freeing.workspace_id = ${workspaceId} and freeing.expires_at < 'infinity'),
    (select min(freeing.expires_at) from jobs freeing
      where freeing.workspace_id = ${workspaceId} and freeing.status = 'pending'))`;

export async function findStorageFreed(db: Database, workspaceId: string): Promise<Date | undefined> {
  const { rows } = await sql<{
    at: Date | null;
  }>`select ${selectStorageFreed(sql`${workspaceId}::text`)} as at`.execute(db);
  return rows[0]?.at ?? undefined;
}

/** A full queue has no window, so callers are told to ask again after this time. */
const queueRetryMs = 60_000;

/** Returns when a quota that refused at `now` may allow more. Only the quota of storage needs `storageFreed`. */
export function findReset(quotaKey: QuotaKey, now: Date, storageFreed: Date | null | undefined): Date {
  const soon = new Date(now.getTime() + queueRetryMs);
  if (quotaKey === 'queued_jobs') return soon;
  return quotaKey === 'storage_bytes' ? (storageFreed ?? soon) : findWindowEnd(quotaKey, now);
}

export async function quotaExceeded(db: Database, workspaceId: string, usedUp: UsedUp): Promise<ApiError> {
  const quotaKey = isShownAsOther(usedUp) ? quotaKeys[usedUp] : usedUp;
  const freed = quotaKey === 'storage_bytes' ? await findStorageFreed(db, workspaceId) : undefined;
  const resetsAt = findReset(quotaKey, new Date(), freed);
  return new ApiError('quota_exceeded', {
    message: sentences[usedUp],
    quotaKey,
    resetsAt: resetsAt.toISOString(),
  });
}
