import type { Database } from '../db/database.ts';

/** Runs `work` in the transaction that is under way, or in one of its own. */
export const atomically = <T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);
