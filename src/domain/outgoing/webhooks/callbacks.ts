import { sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import type { Database } from '../../../db/database.ts';
import type { Secrets } from '../../rows/secrets.ts';
import { runAtomically } from '../../rows/transaction.ts';
import { type AllowedDestinations, requireReachable } from '../destinations/destinations.ts';
import { makeWebhookSecret, sealSecret } from './secret.ts';
import { type CreatedWebhook, checkUrl, lockWorkspace } from './webhooks.ts';

export interface CallbackContext {
  db: Database;
  secrets: Secrets;
  webhookHosts: AllowedDestinations;
}

const findSender = (db: Database, workspaceId: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('webhooks')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('callbacks', '=', true)
    .executeTakeFirst();

/** Creates the row that holds the secret of a workspace's callbacks, unless it is there. */
async function ensureSender(db: Database, workspaceId: string, secret: Buffer): Promise<void> {
  await runAtomically(db, async trx => {
    if (!(await lockWorkspace(trx, workspaceId))) throw new ApiError('not_found');
    if (await findSender(trx, workspaceId)) return;
    const none = { url: '', events: [], description: '' };
    const row = { id: newId('webhook'), workspace_id: workspaceId, ...none, secret, callbacks: true };
    await trx.insertInto('webhooks').values(row).execute();
  });
}

/** Checks the address of a callback and makes sure that a secret is there to sign it with. Returns the address as it is stored. */
export async function prepareCallback(
  { db, secrets, webhookHosts }: CallbackContext,
  workspaceId: string,
  url: string,
): Promise<string> {
  const checked = checkUrl(url, 'callbackUrl');
  requireReachable(checked, webhookHosts, 'callbackUrl');
  if (!(await findSender(db, workspaceId)))
    await ensureSender(db, workspaceId, sealSecret(secrets, makeWebhookSecret()));
  return checked;
}

/** Makes a new secret for the callbacks of a workspace. Until the overlap ends the one before signs too. */
export async function rotateCallbackSecret(
  db: Database,
  secrets: Secrets,
  workspaceId: string,
  overlapSeconds: number,
): Promise<CreatedWebhook & { oldSecretUntil: Date }> {
  const secret = makeWebhookSecret();
  const sealed = sealSecret(secrets, secret);
  const oldSecretUntil = new Date(Date.now() + overlapSeconds * 1000);
  await ensureSender(db, workspaceId, sealed);
  const { id } = await db
    .updateTable('webhooks')
    .set({
      // The first secret has none before it.
      old_secret: sql`nullif(secret, ${sealed})` as never,
      old_secret_until: oldSecretUntil,
      secret: sealed,
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('callbacks', '=', true)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret, oldSecretUntil };
}
