import { ApiError } from '../../contract/errors.ts';
import { newId } from '../../contract/ids.ts';
import { scopes as allScopes, type Scope } from '../../contract/states.ts';
import type { Database } from '../../db/database.ts';
import { hashKey, newKeySecret } from './secret.ts';

export interface NewKey {
  plan?: string;
  /** Left out: a new workspace is made for the key. */
  workspaceId?: string;
  name?: string;
  scopes?: Scope[];
  expiresAt?: Date;
}

/** The only time a key's secret is shown. */
export interface CreatedKey {
  key: string;
  keyId: string;
  workspaceId: string;
}

export interface KeyInfo {
  keyId: string;
  workspaceId: string;
  plan: string;
  name: string;
  hint: string;
  scopes: Scope[];
  status: 'active' | 'expired' | 'revoked';
  createdAt: Date;
  expiresAt?: Date;
  lastUsedAt?: Date;
}

async function insertKey(
  db: Database,
  key: { workspaceId: string; name: string; scopes: Scope[]; expiresAt?: Date },
): Promise<CreatedKey> {
  const secret = newKeySecret();
  const keyId = newId('key');
  await db
    .insertInto('api_keys')
    .values({
      id: keyId,
      workspace_id: key.workspaceId,
      name: key.name,
      hash: hashKey(secret),
      hint: secret.slice(-4),
      scopes: key.scopes,
      expires_at: key.expiresAt ?? null,
    })
    .execute();
  return { key: secret, keyId, workspaceId: key.workspaceId };
}

async function workspaceFor(trx: Database, request: NewKey): Promise<string> {
  const plan =
    request.plan &&
    (await trx.selectFrom('plans').where('id', '=', request.plan).select('id').executeTakeFirst());
  if (request.plan && !plan) {
    const known = await trx.selectFrom('plans').select('id').orderBy('id').execute();
    throw new ApiError('validation_failed', {
      message: `There is no plan ${request.plan}; there are ${known.map(each => each.id).join(', ')}.`,
    });
  }
  if (request.workspaceId === undefined) {
    const id = newId('workspace');
    await trx
      .insertInto('workspaces')
      .values({ id, name: request.name ?? 'Workspace', plan_id: request.plan ?? 'developer' })
      .execute();
    return id;
  }
  const found = await trx
    .selectFrom('workspaces')
    .where('id', '=', request.workspaceId)
    .select('id')
    .executeTakeFirst();
  if (!found) throw new ApiError('not_found', { message: `There is no workspace ${request.workspaceId}.` });
  if (request.plan) {
    await trx.updateTable('workspaces').set({ plan_id: request.plan }).where('id', '=', found.id).execute();
  }
  return found.id;
}

/** `db` may be a transaction: the key and its workspace come to be together. */
export async function createKey(db: Database, request: NewKey): Promise<CreatedKey> {
  const create = async (trx: Database) => {
    const workspaceId = await workspaceFor(trx, request);
    return insertKey(trx, {
      workspaceId,
      name: request.name ?? 'API key',
      scopes: request.scopes ?? [...allScopes],
      ...(request.expiresAt && { expiresAt: request.expiresAt }),
    });
  };
  return db.isTransaction ? create(db) : db.transaction().execute(create);
}

/** A new secret with the old key's rights; the old one works on until the overlap ends. */
export function rotateKey(db: Database, keyId: string, overlapSeconds: number): Promise<CreatedKey> {
  return db.transaction().execute(async trx => {
    const old = await trx
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', keyId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!old) throw new ApiError('not_found', { message: `There is no key ${keyId}.` });
    if (old.revoked_at) throw new ApiError('invalid_state', { message: `Key ${keyId} is revoked.` });
    const created = await insertKey(trx, {
      workspaceId: old.workspace_id,
      name: old.name,
      scopes: old.scopes,
      ...(old.expires_at && { expiresAt: old.expires_at }),
    });
    const ends = new Date(Date.now() + overlapSeconds * 1000);
    await trx
      .updateTable('api_keys')
      .set({
        rotated_to: created.keyId,
        expires_at: old.expires_at && old.expires_at < ends ? old.expires_at : ends,
      })
      .where('id', '=', keyId)
      .execute();
    return created;
  });
}

export async function revokeKey(db: Database, keyId: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set(eb => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.fn<Date>('now')) }))
    .where('id', '=', keyId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError('not_found', { message: `There is no key ${keyId}.` });
}

export async function listKeys(db: Database, workspaceId?: string): Promise<KeyInfo[]> {
  const rows = await db
    .selectFrom('api_keys as k')
    .innerJoin('workspaces as w', 'w.id', 'k.workspace_id')
    .selectAll('k')
    .select('w.plan_id')
    .$if(workspaceId !== undefined, query => query.where('k.workspace_id', '=', workspaceId!))
    .orderBy('k.created_at')
    .execute();
  return rows.map(row => ({
    keyId: row.id,
    workspaceId: row.workspace_id,
    plan: row.plan_id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    status: row.revoked_at ? 'revoked' : row.expires_at && row.expires_at < new Date() ? 'expired' : 'active',
    createdAt: row.created_at,
    ...(row.expires_at && { expiresAt: row.expires_at }),
    ...(row.last_used_at && { lastUsedAt: row.last_used_at }),
  }));
}
