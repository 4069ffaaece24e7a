import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { isId } from '../../../contract/ids.ts';
import { includesRole, type Role } from '../../../contract/roles.ts';
import type { Database } from '../../../db/database.ts';
import type { Caller } from '../caller.ts';

/** A user in a workspace of which they are a member. */
export interface Access {
  caller: Caller;
  userId: string;
  role: Role;
}

/** Opens a workspace for one of its members. For others it is not found. */
export async function openWorkspace(db: Database, userId: string, workspaceId: string): Promise<Access> {
  const found = isId('workspace', workspaceId)
    ? await db
        .selectFrom('members as m')
        .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
        .innerJoin('plans as p', 'p.id', 'w.plan_id')
        .selectAll('p')
        .select('m.role')
        .where('m.workspace_id', '=', workspaceId)
        .where('m.user_id', '=', userId)
        .executeTakeFirst()
    : undefined;
  if (!found) throw noWorkspace(workspaceId);
  const { role, ...plan } = found;
  return { caller: { workspaceId, plan, source: 'workspace', keyId: null }, userId, role };
}

/** The rights that a route requires of a signed-in user. */
export interface Requirement {
  operator: boolean;
  /** The least role, if the route belongs to a workspace. */
  member?: { workspaceId: string; role: Role };
}

/** Checks that a session has not ended and that its user still has the rights that a route requires. */
export async function hasRights(db: Database, sessionId: string, needed: Requirement): Promise<boolean> {
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('members as m', join =>
      join.onRef('m.user_id', '=', 's.user_id').on('m.workspace_id', '=', needed.member?.workspaceId ?? ''),
    )
    .select(['u.operator', 'm.role'])
    .where('s.id', '=', sessionId)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!found || (needed.operator && !found.operator)) return false;
  return !needed.member || (found.role !== null && includesRole(found.role, needed.member.role));
}

export const noWorkspace = (id: string) =>
  new ApiError('not_found', { message: `There is no workspace ${id}.` });

export function requireRole({ role }: Pick<Access, 'role'>, needed: Role): void {
  if (!includesRole(role, needed))
    throw new ApiError('forbidden', { message: `This requires the role ${needed}. Your role is ${role}.` });
}

export function requireOperator({ operator }: { operator: boolean }): void {
  if (!operator)
    throw new ApiError('forbidden', { message: 'Only operators of this installation may do this.' });
}
