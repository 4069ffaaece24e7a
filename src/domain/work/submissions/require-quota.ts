import { sql } from 'kysely';
import type { QuotaKey } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { quotaExceeded } from '../../metering/usage/quota.ts';
import type { Caller } from '../../people/caller.ts';
import { nameOwnScope } from '../jobs/create.ts';
import type { SubmissionTarget } from './target.ts';

/** Refuses a request before its bytes are sent if a quota is used up. A request that may be a replay passes. */
export async function requireQuota(
  db: Database,
  caller: Caller,
  target: SubmissionTarget,
  key: string | undefined,
  bytes: number,
): Promise<void> {
  const { rows } = await sql<{ used_up: QuotaKey | null }>`
    select quota_used_up(${caller.workspaceId}, ${bytes}) as used_up where not exists (select from idempotency_keys
      where workspace_id = ${caller.workspaceId} and scope = ${nameOwnScope(caller, target.scope)} and key = ${key ?? null})
  `.execute(db);
  const usedUp = rows[0]?.used_up;
  if (usedUp) throw await quotaExceeded(db, caller.workspaceId, usedUp);
}
