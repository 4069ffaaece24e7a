import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';
import type { Auth } from '../accounts/auth.ts';
import { linkOver, requireOpenLink } from '../accounts/links.ts';
import { hashToken, makeToken } from '../accounts/token.ts';
import { insertUser, type User } from '../accounts/users.ts';
import { recordChange } from '../audit/record.ts';
import { findFirstWorkspace } from './workspaces.ts';

const findAnyUser = (db: Database) => db.selectFrom('users').select('id').limit(1).executeTakeFirst();

/** Returns true if anybody has an account. */
export const hasUsers = async (db: Database): Promise<boolean> => (await findAnyUser(db)) !== undefined;

/** Makes a token with which somebody becomes the first user, or undefined once there is a user. Only the first of several tokens to be used counts. */
export async function makeFirstUserToken(db: Database): Promise<string | undefined> {
  if (await hasUsers(db)) return undefined;
  const token = makeToken();
  await db
    .insertInto('account_links')
    .values({
      token_hash: hashToken(token),
      purpose: 'first_user',
      user_id: null,
      expires_at: sql<string>`clock_timestamp() + make_interval(hours => ${limits.firstLinkHours})`,
    })
    .execute();
  return token;
}

/** Makes the first user, who owns the first workspace and is an operator. All other links for the first user end. */
export async function createFirstUser(
  db: Database,
  auth: () => Promise<Auth>,
  token: string,
  person: { name: string; email: string; password: string },
): Promise<User> {
  // Hashing is expensive, so it is only done for somebody who has a valid link.
  await requireOpenLink(db, 'first_user', token);
  const passwordHash = await (await auth()).hash(person.password);
  return db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext('first user'))`.execute(trx);
    await requireOpenLink(trx, 'first_user', token);
    if (await hasUsers(trx)) throw linkOver();
    const workspaceId = await findFirstWorkspace(trx);
    if (workspaceId === undefined) throw new Error('there is no workspace yet');
    const created = await insertUser(trx, { ...person, passwordHash, operator: true });
    await trx
      .insertInto('members')
      .values({ workspace_id: workspaceId, user_id: created.id, role: 'owner' })
      .execute();
    await trx.deleteFrom('account_links').where('purpose', '=', 'first_user').execute();
    const joined = { targetId: created.id, workspaceId, detail: 'owner' };
    await recordChange(trx, { userId: created.id }, { action: 'member.joined', ...joined });
    return created;
  });
}
