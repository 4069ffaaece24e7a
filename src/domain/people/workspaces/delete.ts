import { sql } from 'kysely';
import { invalid } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { type Access, noWorkspace, openWorkspace, requireRole } from './access.ts';
import { changeMembers } from './members.ts';

/**
 * Deletes a workspace for one of its owners, who gives its name as a confirmation. From then on nobody can reach it and its keys are
 * refused. Maintenance ends its work and erases its files soon after.
 */
export function deleteWorkspace(db: Database, access: Access, name: string): Promise<void> {
  const { workspaceId } = access.caller;
  return changeMembers(db, workspaceId, async trx => {
    // The role is checked again under the lock, because it may have changed in the meantime.
    requireRole(await openWorkspace(trx, access.userId, workspaceId), 'owner');
    const found = await trx
      .updateTable('workspaces')
      .set({ deleted_at: sql`clock_timestamp()` })
      .where('id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (!found) throw noWorkspace(workspaceId);
    if (found.name !== name) throw invalid('name', '`name` must be the name of this workspace, exactly.');
    for (const table of ['members', 'invitations', 'connections'] as const)
      await trx.deleteFrom(table).where('workspace_id', '=', workspaceId).execute();
    await trx
      .updateTable('api_keys')
      .set({ revoked_at: sql`coalesce(revoked_at, clock_timestamp())` })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await trx
      .updateTable('webhooks')
      .set({ status: 'disabled' })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await trx
      .updateTable('triggers')
      .set({ enabled: false })
      .where('workspace_id', '=', workspaceId)
      .execute();
  });
}
