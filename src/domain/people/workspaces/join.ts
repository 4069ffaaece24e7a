import { type Selectable, sql } from 'kysely';
import { invalid } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import type { InvitationsTable } from '../../../db/tables/people.ts';
import type { Auth } from '../accounts/auth.ts';
import { linkOver } from '../accounts/links.ts';
import { hashToken } from '../accounts/token.ts';
import { insertUser } from '../accounts/users.ts';
import { recordChange } from '../audit/record.ts';
import { addMember, changeMembers } from './members.ts';

type Row = Selectable<InvitationsTable>;

async function openInvitation(db: Database, token: string, lock = false): Promise<Row> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw linkOver();
  return row;
}

/** Shows an invitation to somebody who has its link, before they accept it. */
export async function showInvitation(db: Database, token: string) {
  const row = await openInvitation(db, token);
  const workspace = await db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('id', '=', row.workspace_id)
    .executeTakeFirstOrThrow();
  return { workspace, email: row.email, role: row.role, expiresAt: row.expires_at.toISOString() };
}

/** The person who accepts: a signed-in user, or somebody new with the invited address. */
export type Joining = { userId: string } | { name: string | undefined; password: string | undefined };

export interface Joined {
  workspaceId: string;
  userId: string;
  /** The address of the new account. */
  email: string;
}

/** Accepts an invitation. The new account, if one is needed, the membership and the end of the link are one transaction. */
export async function acceptInvitation(
  db: Database,
  auth: () => Promise<Auth>,
  token: string,
  joining: Joining,
): Promise<Joined> {
  const { workspace_id: workspaceId, email } = await openInvitation(db, token);
  const account = 'userId' in joining ? joining : await createAccount(db, auth, email, joining);
  return changeMembers(db, workspaceId, async trx => {
    const invitation = await openInvitation(trx, token, true);
    const userId = 'userId' in account ? account.userId : (await insertUser(trx, account)).id;
    await addMember(trx, workspaceId, userId, invitation.role);
    await trx
      .updateTable('invitations')
      .set({ accepted_at: sql`clock_timestamp()`, accepted_by: userId })
      .where('id', '=', invitation.id)
      .execute();
    const joined = { targetId: userId, workspaceId, detail: invitation.role };
    await recordChange(trx, { userId }, { action: 'member.joined', ...joined });
    return { workspaceId, userId, email };
  });
}

async function createAccount(
  db: Database,
  auth: () => Promise<Auth>,
  email: string,
  { name, password }: { name: string | undefined; password: string | undefined },
) {
  const known = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (known) throw invalid('token', `${email} has an account already: sign in first, then accept.`);
  if (name === undefined) throw invalid('name', '`name` is required unless you are signed in.');
  if (password === undefined) throw invalid('password', '`password` is required unless you are signed in.');
  return { name, email, passwordHash: await (await auth()).hash(password) };
}
