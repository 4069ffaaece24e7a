import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { Session } from '../../../contract/schemas/account.ts';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';

/** Lists the sessions of a user, the latest first. */
export async function listSessions(db: Database, userId: string, currentId?: string): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .orderBy('updated_at', 'desc')
    .limit(limits.sessionsPerUser)
    .execute();
  return rows.map(row => ({
    id: row.id,
    current: row.id === currentId,
    ...(row.ip_address && { address: row.ip_address }),
    ...(row.user_agent && { userAgent: row.user_agent }),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}

export async function revokeSession(db: Database, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new ApiError('not_found', { message: `There is no session ${id}.` });
}

/** Ends every session of a user but the one kept, if any. Returns how many. */
export async function revokeSessions(db: Database, userId: string, keepId?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keepId !== undefined, query => query.where('id', '<>', keepId!))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends the sessions of a user beyond those that may be open, the ones that were used longest ago first. */
export async function endOldestSessions(db: Database, userId: string): Promise<void> {
  await sql`delete from sessions where id in (select id from sessions where user_id = ${userId}
    order by updated_at desc, id desc offset ${limits.sessionsPerUser})`.execute(db);
}
