import type { Database } from '../../src/db/database.ts';
import type { Storage } from '../../src/storage/storage.ts';
import type { Layout } from './fleet.ts';

/** What is done to a fleet; resolves when it is over. */
export type Fault = () => Promise<void> | void;

/** What a fleet stands on, and what can happen to that. */
export interface Ground {
  layout: Layout;
  /** Settings of every process. */
  env: Record<string, string>;
  /** A folder for what their clocks are wrong by. */
  clocks: string;
  /** How wrong a clock may go: addresses that a store checks itself end sooner. */
  mostMinutesWrong: number;
  faults: Record<string, Fault>;
  /** Looks at the database; the fleet may be there or not. */
  withDatabase<Result>(look: (db: Database) => Promise<Result>): Promise<Result>;
  openStorage(): Promise<Storage>;
  close(): Promise<void>;
}

/** Whether the small files of this run are in rows or in the storage. */
export function chooseDatabaseFileBytes(chance: () => number): string {
  const bytes = chance() < 0.5 ? '0' : '16384';
  console.log(`chaos: DATABASE_FILE_BYTES=${bytes}`);
  return bytes;
}
