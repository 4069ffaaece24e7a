import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** A delivery that a deliverer has claimed. `claim` is its fencing token: a result is recorded only with the current one. */
export interface ClaimedDelivery {
  webhookId: string;
  /** The event's UUID. */
  eventId: string;
  claim: number;
  /** The number of failed attempts so far. */
  failures: number;
  url: string;
  /** The secrets are encrypted. The older one is set only while both sign. */
  secret: Buffer;
  oldSecret: Buffer | null;
}

export interface ClaimLimits {
  most: number;
  perWebhook: number;
  perFailingWebhook: number;
  leaseSeconds: number;
}

export async function claimDeliveries(db: Database, limits: ClaimLimits): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    select webhook_id as "webhookId", event_id as "eventId", claim, failures, url, secret, old_secret as "oldSecret"
    from deliveries_claim(${limits.most}, ${limits.perWebhook}, ${limits.perFailingWebhook},
      make_interval(secs => ${limits.leaseSeconds}))`.execute(db);
  return rows;
}

/** Gives a delivery back untouched when its deliverer shuts down. */
export async function handBackDelivery(
  db: Database,
  { webhookId, eventId, claim }: Pick<ClaimedDelivery, 'webhookId' | 'eventId' | 'claim'>,
): Promise<void> {
  await sql`update deliveries set lease_until = null, due_at = clock_timestamp()
    where webhook_id = ${webhookId} and event_id = ${eventId}::uuid and claim = ${claim}
      and lease_until is not null`.execute(db);
}
