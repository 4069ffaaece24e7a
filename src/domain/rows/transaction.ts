import type { Database } from '../../db/database.ts';

/** Runs `work` in the transaction that `db` is, or in a new one. */
export const runAtomically = <T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);
