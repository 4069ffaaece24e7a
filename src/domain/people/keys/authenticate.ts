import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import type { Scope } from '../../../contract/states.ts';
import type { Database } from '../../../db/database.ts';
import type { Caller } from '../caller.ts';
import type { PlanRow } from '../plans/plans.ts';
import { hashKey, isKeySecret } from './secret.ts';

export interface RateState {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  reset: number;
}

/** A caller with a key. */
export interface KeyCaller extends Caller {
  keyId: string;
  source: 'api';
  scopes: Scope[];
  rate: RateState;
  /** False if the key has no requests left in its window. */
  allowed: boolean;
}

/** A row of the database function `key_use`. */
export interface KeyUse {
  key_id: string;
  key_workspace: string;
  scopes: Scope[];
  plan: PlanRow;
  used: number;
  allowed: boolean;
  resets_at: Date;
}

/** The columns of `key_use` in a statement where its row is called `k`. */
export const keyColumns = sql`k.key_id, k.workspace_id as key_workspace, k.scopes, k.plan, k.used, k.allowed, k.resets_at`;

const unauthorized = (message: string): ApiError =>
  new ApiError('unauthorized', { message }, { 'www-authenticate': 'Bearer realm="filemill"' });

/** Returns the hash of the key in an Authorization header. */
export function readKeyHash(authorization: string | undefined): Buffer {
  const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (!secret) throw unauthorized('Send an API key: Authorization: Bearer fm_live_….');
  if (!isKeySecret(secret))
    throw unauthorized(
      'This is not a complete API key. A key is fm_live_ followed by 36 letters and digits. Copy it again.',
    );
  return hashKey(secret);
}

export function makeCaller(use: KeyUse | undefined): KeyCaller {
  if (!use)
    throw unauthorized('This API key is not known here: it is revoked, has expired, or never was one.');
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

/** Checks whether an accepted key is still valid. Its scopes never change. */
export async function isKeyValid(db: Database, keyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from api_keys k join workspaces w on w.id = k.workspace_id join plans p on p.id = w.plan_id
    where k.id = ${keyId} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and p.api_access
      and w.deleted_at is null
  `.execute(db);
  return rows.length > 0;
}
