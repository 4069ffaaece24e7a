import { sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import type { Scope } from '../../contract/states.ts';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../caller.ts';
import type { PlanRow } from '../plans/plans.ts';
import { hashKey, isKeySecret } from './secret.ts';

export const windowSeconds = 60;

export interface RateState {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

/** Who is calling with a key. */
export interface KeyCaller extends Caller {
  keyId: string;
  source: 'api';
  scopes: Scope[];
  rate: RateState;
  /** False: the window is spent. */
  allowed: boolean;
}

/** What `key_use` says of a key. */
export interface KeyUse {
  key_id: string;
  key_workspace: string;
  scopes: Scope[];
  plan: PlanRow;
  used: number;
  allowed: boolean;
  resets_at: Date;
}

/** For a statement that finds the key behind an Authorization header and spends one request of its window: as `k`, if there is one. */
export function keyUse(authorization: string | undefined) {
  const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (!secret || !isKeySecret(secret)) throw new ApiError('unauthorized');
  return {
    columns: sql`k.key_id, k.workspace_id as key_workspace, k.scopes, k.plan, k.used, k.allowed, k.resets_at`,
    from: sql`key_use(${hashKey(secret)}, ${windowSeconds}) k`,
  };
}

export function callerOf(use: KeyUse | undefined): KeyCaller {
  if (!use) throw new ApiError('unauthorized');
  const limit = use.plan.requests_per_window;
  return {
    keyId: use.key_id,
    source: 'api',
    workspaceId: use.key_workspace,
    scopes: use.scopes,
    plan: use.plan,
    allowed: use.allowed,
    rate: { limit, remaining: limit - use.used, reset: Math.ceil(use.resets_at.getTime() / 1000) },
  };
}

/** Finds the caller behind an Authorization header and spends one request of the key's window. */
export async function authenticate(db: Database, authorization: string | undefined): Promise<KeyCaller> {
  const { columns, from } = keyUse(authorization);
  const { rows } = await sql<KeyUse>`select ${columns} from ${from}`.execute(db);
  return callerOf(rows[0]);
}
