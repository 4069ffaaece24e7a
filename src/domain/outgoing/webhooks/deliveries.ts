import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../../contract/errors.ts';
import { testEventType } from '../../../contract/events.ts';
import { isId, makeIdFromUuid, readUuid } from '../../../contract/ids.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { DeliveriesTable } from '../../../db/tables/webhooks.ts';
import { limits } from '../../../settings/limits.ts';
import { enforceCreationLimit } from '../../rows/creation-limit.ts';
import { takeFitting, wrongCursor } from '../../rows/cursor.ts';
import { formatTime } from '../../rows/format-time.ts';
import type { Ref } from '../../rows/ref.ts';
import { renderEventBodies } from '../events/stored-bodies.ts';
import { getSender, getWebhook, wakeDeliverers } from './webhooks.ts';

export type DeliveryStatus = DeliveriesTable['status']['__select__'];

export interface DeliveryAttempt {
  number: number;
  at: string;
  durationMs: number;
  /** The HTTP status of the answer, if there was one. */
  status?: number;
  answer?: string;
  error?: string;
  /** The `webhook-signature` that was sent. */
  signature?: string;
  nextAt?: string;
}

export interface Delivery {
  webhookId: string;
  /** The address of a callback. */
  callbackUrl?: string;
  eventId: string;
  type: string;
  jobId?: string;
  runId?: string;
  batchId?: string;
  /** The name of the job's first file, or of the run's recipe. */
  subject?: string;
  status: DeliveryStatus;
  createdAt: Date;
  nextAt?: Date;
  endedAt?: Date;
  attempts: DeliveryAttempt[];
}

/** The deliveries to list. The operator's command line names a webhook and no workspace. */
export interface DeliveryQuery {
  limit: number;
  workspaceId?: string;
  webhookId?: string;
  status?: DeliveryStatus;
  type?: string;
  eventId?: string;
  jobId?: string;
  runId?: string;
  /** The diagnostic id of a failure of the event's job. */
  diagnosticId?: string;
  /** The `nextCursor` of the page before. */
  cursor?: string;
}

interface Row {
  webhook_id: string;
  url: string | null;
  event_id: string;
  type: string;
  job_id: string | null;
  run_id: string | null;
  batch_id: string | null;
  subject: string | null;
  status: DeliveryStatus;
  created_at: Date;
  due_at: Date;
  ended_at: Date | null;
  attempts: (Record<string, unknown> & { at: string; next_at: string | null })[];
}

const present = (row: Row): Delivery => ({
  webhookId: row.webhook_id,
  ...(row.url !== null && { callbackUrl: row.url }),
  eventId: makeIdFromUuid('event', row.event_id),
  type: row.type,
  ...(row.job_id && { jobId: row.job_id }),
  ...(row.run_id && { runId: row.run_id }),
  ...(row.batch_id && { batchId: row.batch_id }),
  ...(row.subject !== null && { subject: row.subject }),
  status: row.status,
  createdAt: row.created_at,
  ...(row.status === 'pending' && { nextAt: row.due_at }),
  ...(row.ended_at && { endedAt: row.ended_at }),
  attempts: row.attempts.map(
    attempt =>
      ({
        number: attempt.number,
        at: formatTime(attempt.at),
        durationMs: attempt.duration_ms,
        ...(attempt.status !== null && { status: attempt.status }),
        ...(attempt.answer !== null && { answer: attempt.answer }),
        ...(attempt.error !== null && { error: attempt.error }),
        ...(attempt.signature !== null && { signature: attempt.signature }),
        ...(attempt.next_at !== null && { nextAt: formatTime(attempt.next_at) }),
      }) as DeliveryAttempt,
  ),
});

/**
 * Selects the newest deliveries that meet the conditions, for each of these webhooks separately, so that a workspace with few
 * deliveries need not scan everybody's.
 */
const selectDeliveries = (
  webhooks: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>[],
  most: number,
) => sql<Row>`
  select d.*, coalesce(
      (select i.filename from job_inputs i where i.job_id = d.job_id order by i.index limit 1),
      (select recipe.name from recipe_runs r join recipes recipe on recipe.id = r.recipe_id where r.id = d.run_id)) as subject,
    coalesce((select json_agg(to_jsonb(a) order by a.number) from (select * from delivery_attempts
      where webhook_id = d.webhook_id and event_id = d.event_id
      order by number desc limit ${limits.deliveryAttempts}) a), '[]') as attempts
  from (
    select each.* from webhooks w cross join lateral (
      select d.webhook_id, d.url, d.event_id, e.type, e.job_id, e.run_id, e.batch_id, d.status, d.created_at, d.due_at, d.ended_at
      from deliveries d join events e on e.id = d.event_id
      where ${sql.join([sql`d.webhook_id = w.id`, ...conditions], sql` and `)}
      order by d.event_id desc limit ${most}) each
    where ${webhooks}
    order by each.event_id desc, each.webhook_id desc limit ${most}) d
  order by d.event_id desc, d.webhook_id desc`;

export async function getDelivery(db: Database, ref: Ref, eventId: string): Promise<Delivery> {
  const { id } = await getSender(db, ref);
  const event = readUuid('event', eventId) ?? null;
  const { rows } = await selectDeliveries(sql`w.id = ${id}`, [sql`d.event_id = ${event}::uuid`], 1).execute(
    db,
  );
  if (!rows[0]) throw new ApiError('not_found', { message: `There is no delivery of ${eventId}.` });
  return present(rows[0]);
}

/** Reads a cursor: the event and the webhook of the page's last delivery. */
function readCursor(cursor: string): { event: string; webhookId: string } {
  const [eventId = '', webhookId = ''] = cursor.split('.');
  const event = readUuid('event', eventId);
  if (!event || !isId('webhook', webhookId)) throw wrongCursor();
  return { event, webhookId };
}

function buildConditions(query: DeliveryQuery): RawBuilder<unknown>[] {
  const { status, type, eventId, jobId, runId, diagnosticId, cursor } = query;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const conditions: (RawBuilder<unknown> | false | undefined)[] = [
    status && sql`d.status = ${status}`,
    type !== undefined && sql`e.type = ${type}`,
    eventId !== undefined && sql`d.event_id = ${readUuid('event', eventId) ?? null}::uuid`,
    jobId !== undefined && sql`e.job_id = ${jobId}`,
    runId !== undefined && sql`e.run_id = ${runId}`,
    diagnosticId !== undefined &&
      sql`exists (select from jobs j where j.id = e.job_id and (j.diagnostic_id = ${diagnosticId}::uuid
        or exists (select from job_failures f where f.job_id = j.id and f.diagnostic_id = ${diagnosticId}::uuid)))`,
    after && sql`(d.event_id, d.webhook_id) < (${after.event}::uuid, ${after.webhookId})`,
  ];
  return conditions.filter(each => each !== false && each !== undefined);
}

/** Lists deliveries with all their attempts, newest events first. They are kept as long as the events. */
export async function listDeliveries(
  db: Database,
  query: DeliveryQuery,
): Promise<{ deliveries: Delivery[]; nextCursor: string | null }> {
  const { webhookId: id, workspaceId } = query;
  if (id !== undefined) await getSender(db, { id, ...(workspaceId !== undefined && { workspaceId }) });
  const webhooks = id === undefined ? sql`w.workspace_id = ${workspaceId}` : sql`w.id = ${id}`;
  const { rows } = await selectDeliveries(webhooks, buildConditions(query), query.limit + 1).execute(db);
  const page = takeFitting(rows.slice(0, query.limit));
  const last = page.at(-1);
  return {
    deliveries: page.map(present),
    nextCursor:
      rows.length > page.length && last
        ? `${makeIdFromUuid('event', last.event_id)}.${last.webhook_id}`
        : null,
  };
}

/** Reads the body that webhooks were sent for an event. It is the same on every attempt. */
export async function readDeliveredBody(db: Database, eventId: string): Promise<string | undefined> {
  const event = readUuid('event', eventId);
  return event ? (await renderEventBodies(db, [event])).get(event) : undefined;
}

async function requireActiveSender(db: Database, ref: Ref): ReturnType<typeof getSender> {
  const webhook = await getSender(db, ref);
  if (webhook.status !== 'active')
    throw new ApiError('invalid_state', {
      message: `Webhook ${ref.id} is ${webhook.status}; resume it first.`,
    });
  return webhook;
}

/**
 * Sends an event to a webhook again, or for the first time, with the same `webhook-id`. Its schedule of attempts begins again. A
 * callback is only sent again: it has no address for other events.
 */
export async function redeliver(db: Database, ref: Ref, eventId: string): Promise<void> {
  const webhook = await requireActiveSender(db, ref);
  if (webhook.callbacks) await getDelivery(db, ref, eventId);
  const { numAffectedRows } = await sql`
    insert into deliveries as d (webhook_id, event_id, line, position, due_at)
      select ${webhook.id}, e.id, concat_ws(' ', ${webhook.id}::text, coalesce(e.run_id, j.run_id, e.job_id)),
        e.position, clock_timestamp()
      from events e left join jobs j on j.id = e.job_id where e.id = ${readUuid('event', eventId) ?? null}::uuid
        and e.workspace_id = ${webhook.workspaceId} and e.position is not null
    on conflict (webhook_id, event_id) do update
      set status = 'pending', failures = 0, ended_at = null,
        due_at = case when d.lease_until > clock_timestamp() then d.due_at else clock_timestamp() end`.execute(
    db,
  );
  if (numAffectedRows === 0n)
    throw new ApiError('not_found', { message: `There is no event ${eventId} in this workspace any more.` });
  await wakeDeliverers(db);
}

/** Sends all failed deliveries of a webhook again, in the same way. Returns how many. */
export async function redeliverFailed(db: Database, ref: Ref): Promise<number> {
  const webhook = await requireActiveSender(db, ref);
  const { numAffectedRows } = await sql`
    update deliveries set status = 'pending', failures = 0, ended_at = null, due_at = clock_timestamp()
    where webhook_id = ${webhook.id} and status = 'failed'`.execute(db);
  await wakeDeliverers(db);
  return Number(numAffectedRows ?? 0);
}

/** Sends a test event to one webhook. Returns the event's id. */
export async function sendTest(db: Database, ref: Ref): Promise<{ eventId: string }> {
  await getWebhook(db, ref);
  const webhook = await requireActiveSender(db, ref);
  await enforceCreationLimit(db, webhook.workspaceId, {
    table: 'events',
    name: 'test events',
    most: limits.testEventsPerHour,
    hours: 1,
    where: sql`type = ${sql.lit(testEventType)}`,
  });
  const data = { webhookId: webhook.id, message: 'A test event. Nothing has happened.' };
  const body = JSON.stringify({ type: testEventType, timestamp: new Date().toISOString(), data });
  const { rows } = await sql<{ event_id: string }>`
    with event as (
      insert into events (workspace_id, type, body, position)
        values (${webhook.workspaceId}, ${testEventType}, ${body}, nextval('event_positions')) returning *
    )
    insert into deliveries (webhook_id, event_id, line, position, due_at)
      select ${webhook.id}, id, concat_ws(' ', ${webhook.id}::text, id), position, clock_timestamp() from event returning event_id`.execute(
    db,
  );
  await wakeDeliverers(db);
  return { eventId: makeIdFromUuid('event', firstRow(rows).event_id) };
}
