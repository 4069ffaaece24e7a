import { openDatabase, openPool } from '../../src/db/database.ts';
import { sweep } from '../../src/domain/files/retention/sweep.ts';
import { openLocalStorage } from '../../src/storage/local/local.ts';

/** Sweeps in a separate process, so that a test can kill it. */
const [databaseUrl, folder] = process.argv.slice(2) as [string, string];
const db = openDatabase(openPool({ connectionString: databaseUrl }, { max: 2, onError: () => {} }));
const storage = await openLocalStorage(folder);
process.send?.('begun');
await sweep(db, storage, { batch: 10, orphanMinutes: -1, now: Date.now() });
