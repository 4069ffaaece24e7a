import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { makeRecorded } from '../audit/record.ts';
import { findDefaultPlan } from '../plans/plans.ts';
import { type CreatedKey, createKey } from './keys.ts';

/** Makes the first workspace and its key, on the first start only. Its plan is the one with the highest limits, because the owner of the machine uses it. */
export function createFirstKey(db: Database): Promise<CreatedKey | undefined> {
  return db.transaction().execute(async trx => {
    // Two processes may start at once; only one of them is the first.
    await sql`select pg_advisory_xact_lock(hashtext('first key'))`.execute(trx);
    const any = await trx.selectFrom('workspaces').select('id').limit(1).executeTakeFirst();
    if (any) return undefined;
    const plan = await findDefaultPlan(trx, 'enterprise');
    return makeRecorded(
      trx,
      'server',
      () => createKey(trx, { plan, name: 'First workspace' }),
      made => ({ action: 'key.created', targetId: made.keyId }),
    );
  });
}
