import { type Selectable, sql, type Updateable } from 'kysely';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { type EventType, eventTypes } from '../../../contract/events.ts';
import { newId } from '../../../contract/ids.ts';
import type { Database } from '../../../db/database.ts';
import type { WebhooksTable } from '../../../db/tables/webhooks.ts';
import { limits } from '../../../settings/limits.ts';
import { matchRef, type Ref } from '../../rows/ref.ts';
import type { Secrets } from '../../rows/secrets.ts';
import { runAtomically } from '../../rows/transaction.ts';
import { makeWebhookSecret, sealSecret } from './secret.ts';

export interface Webhook {
  id: string;
  workspaceId: string;
  url: string;
  events: EventType[];
  description: string;
  status: WebhooksTable['status']['__select__'];
  pausedReason?: 'by_hand' | 'failing' | 'gone';
  failingSince?: Date;
  oldSecretUntil?: Date;
  createdAt: Date;
  updatedAt: Date;
}

export interface WebhookSettings {
  url: string;
  /** `['all']`, and nothing for a new webhook, means all types of events, also those of later versions. */
  events?: readonly string[];
  description?: string;
}

/** A new webhook with its secret, which is shown only once. */
export interface CreatedWebhook {
  id: string;
  secret: string;
}

type Row = Selectable<WebhooksTable>;

function present(row: Row): Webhook {
  const until = row.old_secret_until;
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    url: row.url,
    events: row.events ?? [...eventTypes],
    description: row.description,
    status: row.status,
    ...(row.paused_reason && { pausedReason: row.paused_reason }),
    ...(row.failing_since && { failingSince: row.failing_since }),
    ...(until && until > new Date() && { oldSecretUntil: until }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Checks the form of an address. Where it leads is checked at every connection, since a name may resolve to another address later. */
export function checkUrl(text: string, field = 'url'): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The length counts as it is stored: letters beyond ASCII are escaped with several characters each.
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.href.length > 2048)
    throw invalid(field, `\`${field}\` must be an http or https address of at most 2048 characters.`);
  if (url.username || url.password)
    throw invalid(field, `\`${field}\` must not contain a user name or password.`);
  url.hash = '';
  return url.href;
}

function checkEvents(given: readonly string[]): EventType[] | null {
  if (given.length === 1 && given[0] === 'all') return null;
  const unknown = given.find(each => !eventTypes.includes(each as EventType));
  if (unknown !== undefined || given.length === 0)
    throw invalid(
      'events',
      `\`events\` must be some of ${eventTypes.join(', ')}${unknown ? `, not ${unknown}` : ''}.`,
    );
  return [...new Set(given as EventType[])];
}

function checkDescription(text: string): string {
  if (text.length > 500 || text.includes('\0'))
    throw invalid('description', '`description` must have at most 500 characters.');
  return text;
}

/** Locks the row of a workspace, so that its webhooks are counted and created one at a time. Returns whether it exists. */
export async function lockWorkspace(trx: Database, workspaceId: string): Promise<boolean> {
  const workspace = await trx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return workspace !== undefined;
}

/** The row with the secret of the callbacks is not a webhook that callers see. */
const matchWebhook = (ref: Ref) => ({ ...matchRef(ref), callbacks: false });

const notFound = ({ id }: Ref) => new ApiError('not_found', { message: `There is no webhook ${id}.` });

export async function createWebhook(
  db: Database,
  secrets: Secrets,
  workspaceId: string,
  settings: WebhookSettings,
): Promise<CreatedWebhook> {
  const secret = makeWebhookSecret();
  const row = {
    id: newId('webhook'),
    workspace_id: workspaceId,
    url: checkUrl(settings.url),
    events: settings.events ? checkEvents(settings.events) : null,
    description: checkDescription(settings.description ?? ''),
    secret: sealSecret(secrets, secret),
  };
  return runAtomically(db, async trx => {
    if (!(await lockWorkspace(trx, workspaceId)))
      throw new ApiError('not_found', { message: `There is no workspace ${workspaceId}.` });
    const { n } = await trx
      .selectFrom('webhooks')
      .select(eb => eb.fn.countAll<number>().as('n'))
      .where('workspace_id', '=', workspaceId)
      .where('callbacks', '=', false)
      .executeTakeFirstOrThrow();
    if (n >= limits.webhooksPerWorkspace)
      throw new ApiError('invalid_state', {
        message: `A workspace can have ${limits.webhooksPerWorkspace} webhooks; delete one first.`,
      });
    await trx.insertInto('webhooks').values(row).execute();
    return { id: row.id, secret };
  });
}

export async function listWebhooks(db: Database, workspaceId?: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('callbacks', '=', false)
    .$if(workspaceId !== undefined, query => query.where('workspace_id', '=', workspaceId!))
    .orderBy('id')
    .execute();
  return rows.map(present);
}

export async function getWebhook(db: Database, ref: Ref): Promise<Webhook> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where(eb => eb.and(matchWebhook(ref)))
    .executeTakeFirst();
  if (!row) throw notFound(ref);
  return present(row);
}

/** Finds what sends deliveries: a webhook, or the callbacks of a workspace. */
export async function getSender(
  db: Database,
  ref: Ref,
): Promise<Pick<Webhook, 'id' | 'workspaceId' | 'status'> & { callbacks: boolean }> {
  const row = await db
    .selectFrom('webhooks')
    .select(['id', 'workspace_id as workspaceId', 'status', 'callbacks'])
    .where(eb => eb.and(matchRef(ref)))
    .executeTakeFirst();
  if (!row) throw notFound(ref);
  return row;
}

async function setColumns(db: Database, ref: Ref, values: Updateable<WebhooksTable>): Promise<Webhook> {
  const row = await db
    .updateTable('webhooks')
    .set({ ...values, updated_at: sql`now()` })
    .where(eb => eb.and(matchWebhook(ref)))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound(ref);
  return present(row);
}

export function updateWebhook(db: Database, ref: Ref, changes: Partial<WebhookSettings>): Promise<Webhook> {
  return setColumns(db, ref, {
    // A new address starts without earlier failures.
    ...(changes.url !== undefined && { url: checkUrl(changes.url), failing_since: null }),
    ...(changes.events !== undefined && { events: checkEvents(changes.events) }),
    ...(changes.description !== undefined && { description: checkDescription(changes.description) }),
  });
}

/** Pauses a webhook. Its deliveries wait until it is resumed. */
export async function pauseWebhook(db: Database, ref: Ref): Promise<Webhook> {
  const { status } = await getWebhook(db, ref);
  // A disabled webhook's receiver answered that it is gone; pausing it would collect events for nobody.
  if (status === 'disabled')
    throw new ApiError('invalid_state', {
      message: `The webhook ${ref.id} is disabled: it receives no events. Resume it instead.`,
    });
  return setColumns(db, ref, { status: 'paused', paused_reason: 'by_hand' });
}

/** Resumes a webhook that was paused or disabled. */
export async function resumeWebhook(db: Database, ref: Ref): Promise<Webhook> {
  const webhook = await setColumns(db, ref, { status: 'active', paused_reason: null, failing_since: null });
  await wakeDeliverers(db);
  return webhook;
}

/** Makes a new secret. Until the overlap ends both secrets sign, so that the receiver has time to change over. */
export async function rotateSecret(
  db: Database,
  secrets: Secrets,
  ref: Ref,
  overlapSeconds: number,
): Promise<CreatedWebhook & { oldSecretUntil: Date }> {
  const secret = makeWebhookSecret();
  const oldSecretUntil = new Date(Date.now() + overlapSeconds * 1000);
  await setColumns(db, ref, {
    old_secret: sql`secret` as never,
    old_secret_until: oldSecretUntil,
    secret: sealSecret(secrets, secret),
  });
  return { id: ref.id, secret, oldSecretUntil };
}

/** Deletes a webhook, and returns it as it was. */
export async function deleteWebhook(db: Database, ref: Ref): Promise<Webhook> {
  const row = await db
    .deleteFrom('webhooks')
    .where(eb => eb.and(matchWebhook(ref)))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound(ref);
  return present(row);
}

export async function wakeDeliverers(db: Database): Promise<void> {
  await sql`select pg_notify('webhook_due', '')`.execute(db);
}
