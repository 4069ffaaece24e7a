import { ApiError } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';

export const idempotencyConflict = (): ApiError =>
  new ApiError('idempotency_conflict', {
    message: 'This Idempotency-Key was used with a different payload. Nothing was created.',
  });

/**
 * Finds what an idempotency key made earlier, so that a repeated request gets the same answer whatever has changed since. A key is
 * deleted together with what it made (src/domain/files/retention/purge.ts).
 */
export async function findEarlierResource(
  db: Database,
  workspaceId: string,
  { scope, key }: { scope: string; key: string },
  print?: Buffer,
): Promise<string | undefined> {
  const earlier = await db
    .selectFrom('idempotency_keys')
    .select(['resource_id', 'fingerprint'])
    .where('workspace_id', '=', workspaceId)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  if (earlier && print && !earlier.fingerprint.equals(print)) throw idempotencyConflict();
  return earlier?.resource_id;
}
