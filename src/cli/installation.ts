import { pino } from 'pino';
import type { Database } from '../db/database.ts';
import { createSecrets, type Secrets } from '../domain/rows/secrets.ts';
import { openData } from '../open-data.ts';
import { loadSecretKey } from '../secret-key.ts';
import { type Config, loadConfig } from '../settings/config.ts';

/** Reduces an error for the log, because errors of libraries may carry whole connections. */
const serialiseError = (error: unknown) => {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  const { code, detail, reason } = error as Error & { code?: unknown; detail?: unknown; reason?: unknown };
  return { name, message, code, detail, reason, stack };
};

/**
 * Ignores errors after the terminal was closed; otherwise the process would wait for its last line forever.
 */
function closeQuietly(destination: ReturnType<typeof pino.destination>): typeof destination {
  destination.on('error', () => {
    destination.write = () => true;
    destination.destroy();
  });
  return destination;
}

/** Logs go to standard error, because standard output is for a command's answer. */
export const openLogger = (config: Config) =>
  pino(
    { level: config.logLevel, serializers: { err: serialiseError } },
    closeQuietly(pino.destination({ dest: 2, sync: false })),
  );

/** Runs `work` with the installation's database, which is started for that time if it does not run. */
export async function withDatabase<T>(work: (db: Database, applied: string[]) => Promise<T>): Promise<T> {
  const config = loadConfig(process.env);
  const data = await openData(config, pino({ level: 'warn' }, pino.destination(2)));
  try {
    return await work(data.db, data.applied);
  } finally {
    await data.close();
  }
}

/** Opens the encryption of secrets with the key of the installation. */
export async function openSecrets(): Promise<Secrets> {
  const { secretKey, dataDir } = loadConfig(process.env);
  return createSecrets(secretKey ?? (await loadSecretKey(dataDir)));
}
