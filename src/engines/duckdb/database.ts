import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { JobFailure } from '../../contract/failure.ts';

const memory = '400MB';
/** From this number of columns only one thread is used, because each column of a Parquet file has a buffer of its own. */
export const manyColumns = 1000;
const wideMemory = '1400MB';

/** Opens a database in memory that loads no extensions and spills into the work folder. */
export async function withDatabase<T>(
  dir: string,
  work: (connection: DuckDBConnection) => Promise<T>,
  columns = 1,
): Promise<T> {
  const isWide = columns > manyColumns;
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    memory_limit: isWide ? wideMemory : memory,
    temp_directory: dir,
    threads: isWide ? '1' : '2',
    // One thread keeps the order anyway; with this setting it would hold every column's rows twice.
    preserve_insertion_order: isWide ? 'false' : 'true',
    lock_configuration: 'true',
  });
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Turns DuckDB's error about a file into a failure. Running out of memory stays our fault, because another try may succeed. */
export function explainDatabaseError(error: unknown): unknown {
  if (error instanceof JobFailure || !(error instanceof Error)) return error;
  if (/out of memory/i.test(error.message))
    return new JobFailure('limit_exceeded', `duckdb: ${error.message}`);
  if (/^Binder Error: Max expression depth/.test(error.message))
    return new JobFailure('unsupported_content', 'parquet: nested too deep');
  // Jobs cannot be given an encryption key.
  if (/^Invalid Input Error: File '[^']*' is encrypted/.test(error.message))
    return new JobFailure('unsupported_content', 'parquet: encrypted');
  // The file says something that no writer should: an internal check of DuckDB found it, not its reader.
  if (
    /^(INTERNAL Error: Information loss|Invalid Input|Conversion|IO|Invalid|Not implemented|Serialization|Parquet|TProtocol|don't know|Out of Range)/i.test(
      error.message,
    )
  ) {
    return new JobFailure('unreadable_input', `duckdb: ${error.message}`);
  }
  return error;
}
