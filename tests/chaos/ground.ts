import type { Database } from '../../src/db/database.ts';
import type { Storage } from '../../src/storage/storage.ts';
import type { Layout } from './fleet.ts';

/** A fault of a fleet; resolves when it is over. */
export type Fault = () => Promise<void> | void;

/** The infrastructure of a fleet, and its faults. */
export interface Ground {
  layout: Layout;
  /** Settings of every process. */
  env: Record<string, string>;
  /** A folder with the offsets of their clocks. */
  clocks: string;
  /** How wrong a clock may be: URLs that a store checks itself expire sooner. */
  maxMinutesWrong: number;
  faults: Record<string, Fault>;
  /** Queries the database, whether the fleet runs or not. */
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
