import { once } from 'node:events';
import pg from 'pg';
import type { Connection } from './database.ts';

/** Makes the connection settings for `DATABASE_URL`; `sslmode` has the meaning it has for `psql`. */
export function makeConnection(url: string): Connection {
  const asPsql = /[?&]sslmode=(?!no-verify)/.test(url) && !/[?&]uselibpqcompat=/.test(url);
  return { connectionString: asPsql ? `${url}&uselibpqcompat=true` : url };
}

/** Describes the server for messages, without the password. */
function place(connection: Connection): string {
  const { host, port, user, database } = new pg.Client(connection);
  return `the PostgreSQL server of DATABASE_URL (${host}:${port}, database ${database}, user ${user ?? 'not given'})`;
}

const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);

/** Suggests a remedy for known errors. */
function suggestRemedy({ code, message }: { code?: string; message: string }): string | undefined {
  if (code && unknownAuthority.has(code))
    return 'Name the certificate of its authority with sslrootcert=/a/file, or encrypt without knowing who answers with sslmode=require.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'Use the name its certificate has, or sslmode=verify-ca to go by its authority alone.';
  if ((code && unreachable.has(code)) || /timeout/i.test(message))
    return 'Check the host and port, that the server is running, and that it accepts connections from this machine.';
  // invalid_password, invalid_authorization_specification
  if (code === '28P01' || code === '28000')
    return 'Check the user name and password, and that pg_hba.conf lets this user in.';
  // invalid_catalog_name
  if (code === '3D000') return 'Create the database first: create database … owner … encoding UTF8.';
  if (message.includes('does not support SSL')) return 'Use sslmode=disable, or switch TLS on there.';
  if (message.includes('client password must be a string'))
    return 'It asks for a password, and none is given.';
  // insufficient_privilege
  if (code === '42501')
    return 'Filemill makes its tables itself: make its user the owner of the database (alter database … owner to …), or grant it create and usage on the schema.';
}

/** Turns a connection error into a message that an operator can act on. */
export function explained(error: unknown, connection: Connection): Error {
  const { message, code } = error as Error & { code?: string };
  let where: string;
  try {
    where = place(connection);
  } catch {
    // The URL could not be parsed; the error's own message says why.
    where = 'the PostgreSQL server of DATABASE_URL';
  }
  const said = message || code || String(error);
  const help = suggestRemedy({ message: said, ...(code !== undefined && { code }) });
  return new Error(
    `${where} cannot be used: ${said}${/[.!]$/.test(said) ? '' : '.'}${help ? ` ${help}` : ''}`,
    {
      cause: error,
    },
  );
}

const channel = 'filemill_sessions';

/**
 * Refuses a pooler in transaction mode, which loses a session's notifications, locks, settings and prepared statements.
 * It runs before anything is locked or written.
 */
export async function requireSessions(pool: pg.Pool, patienceMs = 10_000): Promise<void> {
  const listening = await pool.connect();
  try {
    await listening.query(`listen ${channel}`);
    const giveUp = new AbortController();
    const heard = once(listening, 'notification', { signal: giveUp.signal });
    heard.catch(() => {});
    await pool.query('select pg_notify($1, $2)', [channel, '']);
    // The time starts after the notification was sent: opening a second connection may be slow on a busy machine.
    const timer = setTimeout(() => giveUp.abort(), patienceMs);
    await heard.finally(() => clearTimeout(timer));
    await listening.query(`unlisten ${channel}`);
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    throw new Error(
      'what one connection is told another does not hear. A pooler in between must give out whole sessions, not transactions',
    );
  } finally {
    listening.release();
  }
}
