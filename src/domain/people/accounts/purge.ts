import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** Deletes expired sessions, links and sign-in windows, and later also invitations and keys that have ended. */
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
  // A key that another one was rotated to stays until that one is gone.
  await sql`
    with gone as (delete from api_keys where id in (select k.id from api_keys k
        where least(k.revoked_at, k.expires_at) < clock_timestamp() - make_interval(days => ${settings.rowDays})
          and not exists (select from api_keys r where r.workspace_id = k.workspace_id and r.rotated_to = k.id)
        limit ${settings.batch}) returning id)
    delete from rate_windows where key_id in (select id from gone)`.execute(db);
  await sql`delete from sign_in_windows where started_at < clock_timestamp() - interval '1 day'`.execute(db);
}
