import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import { defaultScopes, type Scope } from '../../../contract/states.ts';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';
import { enforceCreationLimit } from '../../rows/creation-limit.ts';
import { matchRef, type Ref } from '../../rows/ref.ts';
import { runAtomically } from '../../rows/transaction.ts';
import { noWorkspace } from '../workspaces/access.ts';
import { createWorkspace, resolveWorkspaceId, setPlan } from '../workspaces/workspaces.ts';
import { hashKey, makeKeySecret } from './secret.ts';

export interface NewKey {
  plan?: string;
  /** The key's workspace. If it is left out, a new one is made. `first` is the first workspace of the installation. */
  workspaceId?: string;
  name?: string;
  scopes?: Scope[];
  expiresAt?: Date;
}

/** A new key with its secret, which is shown only once. */
export interface CreatedKey {
  key: string;
  keyId: string;
  workspaceId: string;
}

/** Makes a key's row. Revoked keys are kept for a while, so that those made in a day are limited too. */
async function insertKey(
  db: Database,
  key: { workspaceId: string; name: string; scopes: Scope[]; expiresAt?: Date },
): Promise<CreatedKey> {
  await enforceCreationLimit(db, key.workspaceId, {
    table: 'api_keys',
    name: 'keys',
    most: limits.keysPerDay,
    hours: 24,
  });
  const secret = makeKeySecret();
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

async function resolveWorkspace(trx: Database, { plan, workspaceId: given, name }: NewKey): Promise<string> {
  const workspaceId = given && (await resolveWorkspaceId(trx, given));
  if (workspaceId === undefined)
    return (await createWorkspace(trx, { name: name ?? 'Workspace', ...(plan && { plan }) })).id;
  const found = await trx
    .selectFrom('workspaces')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!found) throw noWorkspace(workspaceId);
  if (plan) await setPlan(trx, workspaceId, plan);
  const { n } = await trx
    .selectFrom('api_keys')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    // A rotated key still works for a while, but its successor is the one that counts.
    .where('rotated_to', 'is', null)
    .where(sql<boolean>`coalesce(expires_at, 'infinity') > clock_timestamp()`)
    .executeTakeFirstOrThrow();
  if (n >= limits.keysPerWorkspace)
    throw new ApiError('invalid_state', {
      message: `A workspace can have ${limits.keysPerWorkspace} keys; revoke one first.`,
    });
  return workspaceId;
}

/** Explains why the API refuses the keys of a workspace, if its plan has no access to the API. */
export async function explainNoApiAccess(db: Database, workspaceId: string): Promise<string | undefined> {
  const plan = await db
    .selectFrom('workspaces')
    .innerJoin('plans', 'plans.id', 'workspaces.plan_id')
    .where('workspaces.id', '=', workspaceId)
    .select(['plans.id', 'plans.api_access'])
    .executeTakeFirstOrThrow();
  return plan.api_access
    ? undefined
    : `The plan ${plan.id} does not include access to the API, so its keys are refused until the plan is changed.`;
}

/** Makes a key, and its workspace where none is named, in one transaction, which may be the caller's. */
export function createKey(db: Database, request: NewKey): Promise<CreatedKey> {
  return runAtomically(db, async trx => {
    const workspaceId = await resolveWorkspace(trx, request);
    return insertKey(trx, {
      workspaceId,
      name: request.name ?? 'API key',
      scopes: request.scopes ?? [...defaultScopes],
      ...(request.expiresAt && { expiresAt: request.expiresAt }),
    });
  });
}

const noKey = ({ id }: Ref) => new ApiError('not_found', { message: `There is no key ${id}.` });

/** Makes a new key with the rights of the old one, which stays valid until the overlap ends. */
export function rotateKey(db: Database, ref: Ref, overlapSeconds: number): Promise<CreatedKey> {
  return runAtomically(db, async trx => {
    const old = await trx
      .selectFrom('api_keys')
      .selectAll()
      .where(eb => eb.and(matchRef(ref)))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!old) throw noKey(ref);
    if (old.revoked_at) throw new ApiError('invalid_state', { message: `Key ${ref.id} is revoked.` });
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
      .where('id', '=', ref.id)
      .execute();
    return created;
  });
}

export async function revokeKey(db: Database, ref: Ref): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set(eb => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.fn<Date>('now')) }))
    .where(eb => eb.and(matchRef(ref)))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw noKey(ref);
}

/** Takes back the revocation of a key, within a short time. */
export async function restoreKey(db: Database, ref: Required<Ref>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: null })
    .where('id', '=', ref.id)
    .where('workspace_id', '=', ref.workspaceId)
    .where(sql<boolean>`revoked_at > now() - make_interval(secs => ${limits.keyRestoreSeconds})`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new ApiError('invalid_state', {
      message: `Key ${ref.id} was not revoked in the last ${limits.keyRestoreSeconds / 60} minutes; create a new one.`,
    });
}
