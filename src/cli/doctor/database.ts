import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Connection } from '../../db/database.ts';
import { embeddedConnection } from '../../db/embedded/embedded.ts';
import { explained, makeConnection } from '../../db/external-server.ts';
import type { Config } from '../../settings/config.ts';
import { limits } from '../../settings/limits.ts';
import type { Check } from './check.ts';

/** Signed URLs and leases compare times of different machines. */
const maxClockSeconds = 5;

interface Settings {
  version: string;
  max_connections: string;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  autovacuum: string;
  now: Date;
}

/** Settings without which acknowledged jobs can be lost or the database grows without end. */
const required: [keyof Settings, string][] = [
  ['fsync', 'an acknowledged job can be lost when the machine fails'],
  ['full_page_writes', 'the database can be damaged when the machine fails'],
  ['synchronous_commit', 'an acknowledged job can be lost when the machine fails'],
  ['autovacuum', 'the database grows without end'],
];

async function readSettings(connection: Connection): Promise<Settings> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<Settings>(`
      select current_setting('server_version') as version, current_setting('max_connections') as max_connections,
        current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
        current_setting('synchronous_commit') as synchronous_commit, current_setting('autovacuum') as autovacuum,
        clock_timestamp() as now`);
    return rows[0]!;
  } finally {
    await client.end();
  }
}

function judgeSettings(settings: Settings): string | undefined {
  const risks = required
    .filter(([name]) => settings[name] === 'off')
    .map(([name, risk]) => `${name} is off: ${risk}. Switch it on.`);
  // The pool, the listener, maintenance, and as much again for a second process.
  const enough = 2 * (limits.poolConnections + 2);
  if (Number(settings.max_connections) < enough)
    risks.push(
      `max_connections is ${settings.max_connections}: each process uses up to ${limits.poolConnections + 2}. Set it to ${enough} or more.`,
    );
  return risks.length === 0 ? undefined : risks.join(' ');
}

/** Compares this machine's clock with the database's. */
function checkClock(settings: Settings, before: number, after: number): Check {
  const offset = (settings.now.getTime() - (before + after) / 2) / 1000;
  const found = `${Math.abs(offset).toFixed(1)} s ${offset < 0 ? 'ahead of' : 'behind'} the database`;
  if (Math.abs(offset) <= maxClockSeconds + (after - before) / 1000) return { subject: 'Clock', found };
  return {
    subject: 'Clock',
    found,
    advice:
      'Signed URLs may expire early, and jobs may be taken from workers that still run them. Synchronise both machines (timedatectl set-ntp true).',
  };
}

async function findConnection(
  databaseUrl: string | undefined,
  dataDir: string,
): Promise<Connection | undefined> {
  if (databaseUrl) return makeConnection(databaseUrl);
  // An installation that has never been started has no folder yet, and a check must not create one.
  return existsSync(join(dataDir, 'database')) ? embeddedConnection(dataDir) : undefined;
}

/** Checks the database's settings and clock. An embedded database is checked while the service runs. */
export async function checkDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Check[]> {
  const subject = 'Database';
  const connection = await findConnection(databaseUrl, dataDir);
  if (!connection) return [{ subject, found: 'embedded, not running: it starts with the service' }];
  try {
    const before = Date.now();
    const settings = await readSettings(connection);
    const after = Date.now();
    const advice = judgeSettings(settings);
    const kind = databaseUrl ? 'yours' : 'embedded';
    const found = `PostgreSQL ${settings.version}, ${kind}, up to ${settings.max_connections} connections`;
    return [{ subject, found, ...(advice && { advice }) }, checkClock(settings, before, after)];
  } catch (error) {
    return [
      { subject, found: 'cannot be reached', advice: explained(error, connection).message, broken: true },
    ];
  }
}
