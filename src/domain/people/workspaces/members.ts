import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { type Role, roles } from '../../../contract/roles.ts';
import type { PageQuery } from '../../../contract/schemas/page.ts';
import type { Member } from '../../../contract/schemas/workspace.ts';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';
import { runAtomically } from '../../rows/transaction.ts';
import { type Access, requireRole } from './access.ts';

interface Row {
  id: string;
  name: string;
  email: string;
  role: Role;
  created_at: Date;
  cursor_at: string;
}

const present = (row: Row): Member => ({
  userId: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  joinedAt: row.created_at.toISOString(),
});

export async function listMembers(
  db: Database,
  workspaceId: string,
  query: PageQuery,
): Promise<{ members: Member[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('user', query, 'm.created_at', 'u.id');
  const found = await sql<Row>`
    select u.id, u.name, u.email, m.role, m.created_at, ${selectCursor('m.created_at')} as cursor_at
    from members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and ${after} ${newest}`.execute(db);
  const { rows, nextCursor } = makePage(found.rows, query.limit);
  return { members: rows.map(present), nextCursor };
}

/** Changes the members of a workspace, one change at a time, so that two owners cannot leave at once. */
export function changeMembers<T>(
  db: Database,
  workspaceId: string,
  change: (trx: Database) => Promise<T>,
): Promise<T> {
  return runAtomically(db, async trx => {
    await sql`select pg_advisory_xact_lock(hashtext(${`members ${workspaceId}`}))`.execute(trx);
    return change(trx);
  });
}

export async function addMember(
  trx: Database,
  workspaceId: string,
  userId: string,
  role: Role,
): Promise<void> {
  const { n } = await trx
    .selectFrom('members')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (n >= limits.membersPerWorkspace)
    throw new ApiError('invalid_state', {
      message: `A workspace can have ${limits.membersPerWorkspace} members.`,
    });
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('members')
    .values({ workspace_id: workspaceId, user_id: userId, role })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n)
    throw new ApiError('invalid_state', { message: 'They are a member of this workspace already.' });
}

/** Returns the member where this actor may give them the role `to`, or remove them if that is undefined. Refuses otherwise. */
async function requireChange(
  trx: Database,
  access: Access,
  userId: string,
  to: Role | undefined,
): Promise<void> {
  const { workspaceId } = access.caller;
  const members = await trx
    .selectFrom('members')
    .select(['user_id', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where(eb => eb.or([eb('user_id', 'in', [userId, access.userId]), eb('role', '=', 'owner')]))
    .execute();
  const target = members.find(member => member.user_id === userId);
  // The role is read again under the lock, because the actor's own role may have changed in the meantime.
  const actor = members.find(member => member.user_id === access.userId);
  if (!target || !actor)
    throw new ApiError('not_found', { message: `There is no member ${userId} in this workspace.` });
  const leaving = userId === access.userId && to === undefined;
  if (!leaving) requireRole(actor, target.role === 'owner' || to === 'owner' ? 'owner' : 'admin');
  const owners = members.filter(member => member.role === 'owner');
  if (target.role === 'owner' && to !== 'owner' && owners.length === 1)
    throw new ApiError('invalid_state', {
      message: 'This is the only owner; make somebody else an owner first.',
    });
}

/** Ends the invitations that somebody made and may no longer make, so that nobody who was removed comes back by their own link. */
async function endInvitations(
  trx: Database,
  workspaceId: string,
  userId: string,
  role?: Role,
): Promise<void> {
  const kept: Role[] = role === 'owner' ? [...roles] : role === 'admin' ? ['viewer', 'member', 'admin'] : [];
  await sql`update invitations set revoked_at = clock_timestamp()
    where workspace_id = ${workspaceId} and invited_by = ${userId} and accepted_at is null and revoked_at is null
      and role <> all (${kept})`.execute(trx);
}

export function changeRole(db: Database, access: Access, userId: string, role: Role): Promise<void> {
  const { workspaceId } = access.caller;
  return changeMembers(db, workspaceId, async trx => {
    await requireChange(trx, access, userId, role);
    await trx
      .updateTable('members')
      .set({ role })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
    await endInvitations(trx, workspaceId, userId, role);
  });
}

/** Removes a member, or lets one leave. It takes effect from their next request on. */
export function removeMember(db: Database, access: Access, userId: string): Promise<void> {
  const { workspaceId } = access.caller;
  return changeMembers(db, workspaceId, async trx => {
    await requireChange(trx, access, userId, undefined);
    await trx
      .deleteFrom('members')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
    await endInvitations(trx, workspaceId, userId);
  });
}

export async function getMember(db: Database, workspaceId: string, userId: string): Promise<Member> {
  const { rows } = await sql<Row>`
    select u.id, u.name, u.email, m.role, m.created_at from members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`.execute(db);
  if (!rows[0])
    throw new ApiError('not_found', { message: `There is no member ${userId} in this workspace.` });
  return present(rows[0]);
}
