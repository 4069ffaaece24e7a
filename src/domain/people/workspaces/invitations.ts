import { type Selectable, sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import type { Role } from '../../../contract/roles.ts';
import type { PageQuery } from '../../../contract/schemas/page.ts';
import type { Invitation } from '../../../contract/schemas/workspace.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { InvitationsTable } from '../../../db/tables/people.ts';
import { limits } from '../../../settings/limits.ts';
import { enforceCreationLimit } from '../../rows/creation-limit.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';
import { hashToken, makeToken } from '../accounts/token.ts';
import { normaliseEmail } from '../accounts/users.ts';
import { type Access, openWorkspace, requireRole } from './access.ts';
import { changeMembers } from './members.ts';

type Row = Selectable<InvitationsTable>;

function getStatus(row: Row): Invitation['status'] {
  if (row.accepted_at) return 'accepted';
  if (row.revoked_at) return 'revoked';
  return row.expires_at < new Date() ? 'expired' : 'open';
}

const present = (row: Row): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: getStatus(row),
  ...(row.invited_by && { invitedBy: row.invited_by }),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  ...(row.accepted_at && { acceptedAt: row.accepted_at.toISOString() }),
});

const isOpen = sql<boolean>`accepted_at is null and revoked_at is null and expires_at > clock_timestamp()`;

/** Invites somebody by their address. No mail is sent: the inviter passes the token on. An earlier invitation of the same address ends. */
export function invite(
  db: Database,
  access: Access,
  request: { email: string; role: Role },
): Promise<{ invitation: Invitation; token: string }> {
  const { workspaceId } = access.caller;
  const needed: Role = request.role === 'owner' ? 'owner' : 'admin';
  const email = normaliseEmail(request.email);
  const token = makeToken();
  return changeMembers(db, workspaceId, async trx => {
    // The role is checked again under the lock, so that somebody who was just removed or demoted creates no link to return by.
    requireRole(await openWorkspace(trx, access.userId, workspaceId), needed);
    const member = await trx
      .selectFrom('members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.id')
      .where('m.workspace_id', '=', workspaceId)
      .where('u.email', '=', email)
      .executeTakeFirst();
    if (member)
      throw new ApiError('invalid_state', { message: `${email} is a member of this workspace already.` });
    await sql`update invitations set revoked_at = clock_timestamp()
      where workspace_id = ${workspaceId} and email = ${email} and ${isOpen}`.execute(trx);
    await enforceCreationLimit(trx, workspaceId, {
      table: 'invitations',
      name: 'invitations',
      most: limits.invitationsPerDay,
      hours: 24,
    });
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from invitations where workspace_id = ${workspaceId} and ${isOpen}`.execute(trx);
    if (firstRow(rows).n >= limits.invitationsPerWorkspace)
      throw new ApiError('invalid_state', {
        message: `A workspace can have ${limits.invitationsPerWorkspace} open invitations; revoke one first.`,
      });
    const row = await trx
      .insertInto('invitations')
      .values({
        id: newId('invitation'),
        workspace_id: workspaceId,
        email,
        role: request.role,
        token_hash: hashToken(token),
        invited_by: access.userId,
        expires_at: sql<string>`clock_timestamp() + make_interval(days => ${limits.invitationDays})`,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { invitation: present(row), token };
  });
}

export async function listInvitations(
  db: Database,
  workspaceId: string,
  query: PageQuery,
): Promise<{ invitations: Invitation[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('invitation', query, 'created_at', 'id');
  const found = await sql<Row & { cursor_at: string }>`
    select *, ${selectCursor('created_at')} as cursor_at from invitations
    where workspace_id = ${workspaceId} and ${after} ${newest}`.execute(db);
  const { rows, nextCursor } = makePage(found.rows, query.limit);
  return { invitations: rows.map(present), nextCursor };
}

/** Ends an invitation's link. One that was accepted or has ended stays as it is. */
export async function revokeInvitation(db: Database, workspaceId: string, id: string): Promise<void> {
  const row = await db
    .updateTable('invitations')
    .set({ revoked_at: sql`case when accepted_at is null then coalesce(revoked_at, clock_timestamp()) end` })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .returning('accepted_at')
    .executeTakeFirst();
  if (!row) throw new ApiError('not_found', { message: `There is no invitation ${id}.` });
  if (row.accepted_at)
    throw new ApiError('invalid_state', { message: 'It has been accepted; remove the member instead.' });
}
