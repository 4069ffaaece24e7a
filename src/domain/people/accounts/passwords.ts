import { sql } from 'kysely';
import { invalid } from '../../../contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';
import { runAtomically } from '../../rows/transaction.ts';
import type { Auth } from './auth.ts';
import { linkOver, requireOpenLink } from './links.ts';
import { revokeSessions } from './sessions.ts';
import { hashToken, makeToken } from './token.ts';

/** Resets a user's password: the old password and every session end at once. The returned token lets its holder choose a new password, once. */
export function resetPassword(db: Database, userId: string): Promise<string> {
  const token = makeToken();
  return runAtomically(db, async trx => {
    await setPassword(trx, userId, null);
    await trx.deleteFrom('account_links').where('user_id', '=', userId).execute();
    await trx
      .insertInto('account_links')
      .values({
        token_hash: hashToken(token),
        purpose: 'password_reset',
        user_id: userId,
        expires_at: sql<string>`clock_timestamp() + make_interval(hours => ${limits.resetLinkHours})`,
      })
      .execute();
    return token;
  });
}

async function setPassword(trx: Database, userId: string, hash: string | null): Promise<void> {
  await trx
    .updateTable('credentials')
    .set({ password: hash, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute();
  await revokeSessions(trx, userId);
}

/** Sets a new password by the link of a reset, and returns whose password it was. */
export async function choosePassword(
  db: Database,
  auth: () => Promise<Auth>,
  token: string,
  password: string,
): Promise<string> {
  // Hashing is expensive, so it is only done for somebody who has a valid link.
  await requireOpenLink(db, 'password_reset', token);
  const hash = await (await auth()).hash(password);
  return db.transaction().execute(async trx => {
    const used = await trx
      .deleteFrom('account_links')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', sql<Date>`clock_timestamp()`)
      .returning('user_id')
      .executeTakeFirst();
    if (!used?.user_id) throw linkOver();
    await setPassword(trx, used.user_id, hash);
    return used.user_id;
  });
}

/** Changes the password of somebody who is signed in, and ends their other sessions. */
export async function changePassword(
  db: Database,
  auth: Auth,
  who: { userId: string; sessionId: string },
  given: { currentPassword: string; newPassword: string },
): Promise<void> {
  const row = await db
    .selectFrom('credentials')
    .select(['id', 'password'])
    .where('user_id', '=', who.userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  if (!row?.password || !(await auth.verify(row.password, given.currentPassword)))
    throw invalid('currentPassword', '`currentPassword` is not your password.');
  const hash = await auth.hash(given.newPassword);
  await db.transaction().execute(async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('credentials')
      .set({ password: hash, updated_at: sql`now()` })
      .where('id', '=', row.id)
      // A reset that came during the hashing must not be overwritten.
      .where('password', '=', row.password)
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      throw invalid('currentPassword', '`currentPassword` is no longer your password.');
    await revokeSessions(trx, who.userId, who.sessionId);
  });
}
