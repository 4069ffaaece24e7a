import type { Database } from '../../db/database.ts';

/** The run an idempotency key made in this scope: a replay depends on nothing that may have changed since. */
export async function earlierRun(
  db: Database,
  workspaceId: string,
  scope: string,
  key: string | undefined,
): Promise<string | undefined> {
  if (key === undefined) return undefined;
  const earlier = await db
    .selectFrom('idempotency_keys')
    .select('resource_id')
    .where('workspace_id', '=', workspaceId)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  return earlier?.resource_id;
}
