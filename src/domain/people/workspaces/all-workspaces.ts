import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { AllWorkspacesQuery } from '../../../contract/schemas/workspace.ts';
import type { Database } from '../../../db/database.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';
import { noWorkspace } from './access.ts';
import { addMember, changeMembers } from './members.ts';
import { presentWorkspace, type Workspace, type WorkspaceRow } from './workspaces.ts';

/** Lists all workspaces of the installation, newest first, for operators. */
export async function listAllWorkspaces(
  db: Database,
  query: AllWorkspacesQuery,
): Promise<{ workspaces: (Workspace & { members: number })[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('workspace', query, 'w.created_at', 'w.id');
  const part = query.search && `%${query.search.replace(/[\\%_]/g, letter => `\\${letter}`)}%`;
  const { rows: found } = await sql<WorkspaceRow & { members: number; cursor_at: string }>`
    select w.id, w.name, w.plan_id, w.created_at, ${selectCursor('w.created_at')} as cursor_at,
      (select count(*) from members m where m.workspace_id = w.id) as members
    from workspaces w where w.deleted_at is null and ${after}
      ${part ? sql`and (w.name ilike ${part} or w.id = ${query.search})` : sql``}
      ${query.memberless === 'true' ? sql`and not exists (select from members m where m.workspace_id = w.id)` : sql``}
    ${newest}`.execute(db);
  const { rows, nextCursor } = makePage(found, query.limit);
  return { workspaces: rows.map(row => ({ ...presentWorkspace(row), members: row.members })), nextCursor };
}

/** Makes an operator the owner of a workspace nobody belongs to, such as one that the command line made. */
export async function adoptWorkspace(db: Database, workspaceId: string, userId: string): Promise<Workspace> {
  return changeMembers(db, workspaceId, async trx => {
    const row = await trx
      .selectFrom('workspaces as w')
      .select(['w.id', 'w.name', 'w.plan_id', 'w.created_at'])
      .select(sql<boolean>`exists (select from members m where m.workspace_id = w.id)`.as('taken'))
      .where('w.id', '=', workspaceId)
      .where('w.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) throw noWorkspace(workspaceId);
    if (row.taken)
      throw new ApiError('invalid_state', {
        message: 'This workspace has members; ask one of its owners for an invitation.',
      });
    await addMember(trx, workspaceId, userId, 'owner');
    return presentWorkspace({ ...row, role: 'owner' });
  });
}
