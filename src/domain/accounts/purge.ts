import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Deletes expired sessions, links and windows of tries, and after a while invitations, whether they were answered or not. */
export async function purgeAccounts(
  db: Database,
  settings: { rowDays: number; batch: number },
): Promise<void> {
  const past = sql`expires_at < clock_timestamp()`;
  const old = sql`expires_at < clock_timestamp() - make_interval(days => ${settings.rowDays})`;
  await sql`delete from sessions where id in (select id from sessions where ${past} limit ${settings.batch})`.execute(
    db,
  );
  await sql`delete from account_links where ${past}`.execute(db);
  await sql`delete from invitations where ${old}`.execute(db);
  await sql`delete from sign_in_windows where started_at < clock_timestamp() - interval '1 day'`.execute(db);
}
