import { once } from 'node:events';
import pg from 'pg';
import type { Connection } from './database.ts';

/** How to reach the server that `DATABASE_URL` names; `sslmode` means there what it means to `psql`. */
export function givenConnection(url: string): Connection {
  const asPsql = /[?&]sslmode=(?!no-verify)/.test(url) && !/[?&]uselibpqcompat=/.test(url);
  return { connectionString: asPsql ? `${url}&uselibpqcompat=true` : url };
}

/** The server, and where it lies; never the password. */
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

/** What to do about it, where that can be told. */
function advice({ code, message }: { code?: string; message: string }): string | undefined {
  if (code && unknownAuthority.has(code))
    return 'Name the certificate of its authority with sslrootcert=/a/file, or encrypt without knowing who answers with sslmode=require.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'Use the name its certificate has, or sslmode=verify-ca to go by its authority alone.';
  if (message.includes('does not support SSL')) return 'Use sslmode=disable, or switch TLS on there.';
  if (message.includes('client password must be a string'))
    return 'It asks for a password, and none is given.';
  // insufficient_privilege
  if (code === '42501')
    return 'Filemill makes its tables itself: make its user the owner of the database (alter database … owner to …), or grant it create and usage on the schema.';
}

/** A failure as an operator can act on it. */
export function explained(error: unknown, connection: Connection): Error {
  const { message, code } = error as Error & { code?: string };
  let where: string;
  try {
    where = place(connection);
  } catch {
    // Not even understood: its message names what of the address is wrong.
    where = 'the PostgreSQL server of DATABASE_URL';
  }
  const said = message || code || String(error);
  const help = advice({ message: said, ...(code !== undefined && { code }) });
  return new Error(
    `${where} cannot be used: ${said}${/[.!]$/.test(said) ? '' : '.'}${help ? ` ${help}` : ''}`,
    {
      cause: error,
    },
  );
}

const channel = 'filemill_sessions';

/**
 * A pooler that hands connections out by the transaction loses what a session is told: notifications, locks, settings and
 * prepared statements. Refused before anything was locked or written there.
 */
export async function requireSessions(pool: pg.Pool, patienceMs = 10_000): Promise<void> {
  const listening = await pool.connect();
  try {
    await listening.query(`listen ${channel}`);
    const giveUp = new AbortController();
    const heard = once(listening, 'notification', { signal: giveUp.signal });
    heard.catch(() => {});
    await pool.query('select pg_notify($1, $2)', [channel, '']);
    // Counted from when it was told: a second connection may be long in coming on a busy machine.
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
