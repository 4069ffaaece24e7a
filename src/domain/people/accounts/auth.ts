import { hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '../../../contract/ids.ts';
import { passwordLength } from '../../../contract/schemas/account.ts';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';
import { endOldestSessions } from './sessions.ts';
import { normaliseEmail } from './users.ts';

/** The origin of a request, which its session records. */
export interface Visitor {
  address: string;
  userAgent: string | undefined;
}

export interface Visit {
  sessionId: string;
  userId: string;
}

/** Passwords and session cookies, implemented by better-auth. `cookies` are whole `Set-Cookie` values. */
export interface Auth {
  /** Resolves with undefined if the address is unknown or the password is wrong. Both take equally long. */
  signIn(
    email: string,
    password: string,
    visitor: Visitor,
  ): Promise<(Visit & { cookies: string[] }) | undefined>;
  /** Finds the session that a `Cookie` header names. `cookies` is set when the session was extended. */
  visit(cookie: string | undefined): Promise<(Visit & { cookies: string[] }) | undefined>;
  /** Ends the session that the header names, and returns the cookies that clear it in the browser. */
  signOut(cookie: string | undefined): Promise<string[]>;
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

export interface AuthSettings {
  secretKey: string;
  publicUrl: string | undefined;
}

const day = 86_400;
const addressHeader = 'x-filemill-address';

const isSecure = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false;

/** Browsers accept a `__Host-` cookie only over HTTPS and from this very host, so it is used wherever there is HTTPS. */
export const nameSessionCookie = (publicUrl: string | undefined): string =>
  isSecure(publicUrl) ? '__Host-filemill_session' : 'filemill_session';

/** better-auth takes forty megabytes and a second to load, so it is loaded when somebody first signs in. */
const load = async (db: Database, { secretKey, publicUrl }: AuthSettings) => {
  const { betterAuth } = await import('better-auth');
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' };
  return betterAuth({
    baseURL: publicUrl ?? 'http://localhost',
    secret: Buffer.from(hkdfSync('sha256', secretKey, '', 'filemill sessions', 32)).toString('base64url'),
    database: { db, type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.minLength,
      // better-auth counts UTF-16 units, of which a character has up to two.
      maxPasswordLength: passwordLength.maxLength * 2,
    },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...times } },
    account: {
      modelName: 'credentials',
      fields: { userId: 'user_id', accountId: 'account_id', providerId: 'provider_id', ...times },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      expiresIn: limits.sessionDays * day,
      updateAge: day,
    },
    advanced: {
      // Otherwise better-auth would put a second prefix before the cookie's name.
      useSecureCookies: false,
      cookiePrefix: 'filemill',
      cookies: { session_token: { name: nameSessionCookie(publicUrl) } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(publicUrl) },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: {
        // There are no accounts of other providers and no tokens sent by mail, so their columns do not exist.
        validateSchema: false,
        generateId: ({ model }) =>
          newId(model === 'session' ? 'session' : model === 'user' ? 'user' : 'credential'),
      },
    },
  });
};

const makeHeaders = (cookie: string | undefined): Headers => new Headers(cookie ? { cookie } : {});

/** Reads a user's password hash. Waits for a transaction that is changing it. */
async function readPasswordHash(db: Database, email: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ password: string | null }>`
    select c.password from credentials c join users u on u.id = c.user_id
    where u.email = ${normaliseEmail(email)} and c.provider_id = 'credential' for share of c`.execute(db);
  return rows[0]?.password;
}

/** Tells a refusal by better-auth from a failure. */
const isRefusal = (error: unknown): boolean => {
  const { statusCode = 500 } = error as { statusCode?: number };
  return statusCode >= 400 && statusCode < 500;
};

async function openAuth(db: Database, settings: AuthSettings): Promise<Auth> {
  const auth = await load(db, settings);
  const context = await auth.$context;

  const visit: Auth['visit'] = async cookie => {
    if (!cookie) return undefined;
    const found = await auth.api
      .getSession({ headers: makeHeaders(cookie), returnHeaders: true })
      .catch(async error => {
        if (isRefusal(error)) return undefined;
        // better-auth hides the cause. If it is the database, this query fails with it.
        await db.selectFrom('sessions').select('id').limit(1).execute();
        throw error;
      });
    if (!found?.response) return undefined;
    const { session, user } = found.response;
    return { sessionId: session.id, userId: user.id, cookies: found.headers.getSetCookie() };
  };

  return {
    async signIn(email, password, { address, userAgent }) {
      const headers = new Headers({
        [addressHeader]: address,
        ...(userAgent && { 'user-agent': userAgent.slice(0, 500) }),
      });
      const before = await readPasswordHash(db, email);
      try {
        const { headers: set, response } = await auth.api.signInEmail({
          body: { email, password },
          headers,
          returnHeaders: true,
        });
        const found = await context.internalAdapter.findSession(response.token);
        if (!found) return undefined;
        // A password reset that came between the check and the new session has ended all sessions but this one.
        if ((await readPasswordHash(db, email)) !== before) {
          await context.internalAdapter.deleteSession(response.token);
          return undefined;
        }
        await endOldestSessions(db, response.user.id);
        return {
          sessionId: found.session.id,
          userId: response.user.id,
          cookies: set.getSetCookie(),
        };
      } catch (error) {
        if (isRefusal(error)) return undefined;
        throw error;
      }
    },
    visit,
    async signOut(cookie) {
      // better-auth would clear the cookie also where the session could not be ended.
      const ending = await visit(cookie);
      if (ending) await db.deleteFrom('sessions').where('id', '=', ending.sessionId).execute();
      const { headers } = await auth.api.signOut({ headers: makeHeaders(cookie), returnHeaders: true });
      return headers.getSetCookie();
    },
    hash: password => context.password.hash(password),
    verify: (hash, password) => context.password.verify({ hash, password }),
  };
}

/** Opens sign-in when it is first needed, and keeps it. After a failure the next call tries again. */
export function openAuthOnDemand(db: Database, settings: AuthSettings): () => Promise<Auth> {
  let opening: Promise<Auth> | undefined;
  return () => {
    opening ??= openAuth(db, settings).catch(error => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}
