import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { type CreatedKey, createKey } from './keys.ts';

/** The installation's first workspace and key, on the first start only: the machine's owner is not limited by default. */
export function createFirstKey(db: Database): Promise<CreatedKey | undefined> {
  return db.transaction().execute(async trx => {
    // Two processes may start at once; only one of them is the first.
    await sql`select pg_advisory_xact_lock(hashtext('first key'))`.execute(trx);
    const any = await trx.selectFrom('workspaces').select('id').limit(1).executeTakeFirst();
    return any ? undefined : createKey(trx, { plan: 'enterprise', name: 'First workspace' });
  });
}
