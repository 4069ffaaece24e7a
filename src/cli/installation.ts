import { pino } from 'pino';
import { type Config, loadConfig } from '../config.ts';
import { openData } from '../data.ts';
import type { Database } from '../db/database.ts';
import { createSecrets, type Secrets } from '../domain/secrets.ts';
import { loadSecretKey } from '../secret-key.ts';

/** What a log line says of an error. Libraries hang whole connections on theirs. */
const serialiseError = (error: unknown) => {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  const { code, detail, reason } = error as Error & { code?: unknown; detail?: unknown; reason?: unknown };
  return { name, message, code, detail, reason, stack };
};

/** Where the terminal was closed nobody reads on: without this, the end of the process would wait for the last line for ever. */
function closeQuietly(destination: ReturnType<typeof pino.destination>): typeof destination {
  destination.on('error', () => {
    destination.write = () => true;
    destination.destroy();
  });
  return destination;
}

/** Logs go to standard error: standard output belongs to what a command answers. */
export const openLogger = (config: Config) =>
  pino(
    { level: config.logLevel, serializers: { err: serialiseError } },
    closeQuietly(pino.destination({ dest: 2, sync: false })),
  );

/** Runs `work` on the installation's database: the running one, or one started for as long as it takes. */
export async function withDatabase<T>(work: (db: Database, applied: string[]) => Promise<T>): Promise<T> {
  const config = loadConfig(process.env);
  const data = await openData(config, pino({ level: 'warn' }, pino.destination(2)));
  try {
    return await work(data.db, data.applied);
  } finally {
    await data.close();
  }
}

/** What seals secrets of this installation: the same key as the service's. */
export async function openSecrets(): Promise<Secrets> {
  const { secretKey, dataDir } = loadConfig(process.env);
  return createSecrets(secretKey ?? (await loadSecretKey(dataDir)));
}
