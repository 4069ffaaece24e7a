import { sql } from 'kysely';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import type { Database } from '../../../db/database.ts';
import { runAtomically } from '../../rows/transaction.ts';

export interface User {
  id: string;
  name: string;
  email: string;
  /** Operators see the failures of every workspace and set plans. */
  operator: boolean;
  createdAt: Date;
}

export interface NewUser {
  name: string;
  email: string;
  /** The password is hashed beforehand, because hashing is slow and no transaction should wait for it. */
  passwordHash: string;
  operator?: boolean;
}

const present = (row: {
  id: string;
  name: string;
  email: string;
  operator: boolean;
  created_at: Date;
}): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  operator: row.operator,
  createdAt: row.created_at,
});

export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** Adds a user in the transaction that also makes what the user belongs to. */
export async function insertUser(trx: Database, user: NewUser): Promise<User> {
  const row = await trx
    .insertInto('users')
    .values({
      id: newId('user'),
      name: user.name,
      email: normaliseEmail(user.email),
      operator: user.operator ?? false,
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw invalid('email', 'There is an account with this address already; sign in with it.');
  await trx
    .insertInto('credentials')
    .values({
      id: newId('credential'),
      user_id: row.id,
      account_id: row.id,
      provider_id: 'credential',
      password: user.passwordHash,
    })
    .execute();
  return present(row);
}

export async function getUser(db: Database, id: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return row && present(row);
}

/** Finds a user for the operator's command line, which names people by their address. */
export async function requireUserByEmail(db: Database, email: string): Promise<User> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', normaliseEmail(email))
    .executeTakeFirst();
  if (!row) throw new ApiError('not_found', { message: `There is no user ${email}.` });
  return present(row);
}

export interface ListedUser extends User {
  workspaces: { id: string; name: string; role: string }[];
  /** The time at which one of the user's sessions was last extended. */
  lastSeenAt?: Date;
}

export async function listUsers(db: Database): Promise<ListedUser[]> {
  const { rows } = await sql<{
    id: string;
    name: string;
    email: string;
    operator: boolean;
    created_at: Date;
    seen_at: Date | null;
    workspaces: ListedUser['workspaces'];
  }>`
    select u.*, (select max(s.updated_at) from sessions s where s.user_id = u.id) as seen_at,
      coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name, 'role', m.role) order by w.created_at)
        from members m join workspaces w on w.id = m.workspace_id where m.user_id = u.id), '[]') as workspaces
    from users u order by u.created_at, u.id`.execute(db);
  return rows.map(row => ({
    ...present(row),
    workspaces: row.workspaces,
    ...(row.seen_at && { lastSeenAt: row.seen_at }),
  }));
}

export async function renameUser(db: Database, id: string, name: string): Promise<User> {
  const row = await db
    .updateTable('users')
    .set({ name, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(row);
}

/** Makes a user an operator, or no longer one. The last operator stays one. */
export function setOperator(db: Database, id: string, operator: boolean): Promise<void> {
  return runAtomically(db, async trx => {
    const operators = await trx
      .selectFrom('users')
      .select('id')
      .where('operator', '=', true)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (!operator && operators.length === 1 && operators.some(each => each.id === id))
      throw new ApiError('invalid_state', { message: 'This is the only operator; make another one first.' });
    await trx.updateTable('users').set({ operator }).where('id', '=', id).execute();
  });
}
