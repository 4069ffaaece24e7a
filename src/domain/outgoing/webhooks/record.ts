import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { limits } from '../../../settings/limits.ts';

/** The reasons why an attempt failed. */
export type DeliveryError =
  | 'address_not_allowed'
  | 'unresolvable'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'bad_answer'
  | 'redirect'
  | 'status'
  | 'secret_unreadable';

export interface Attempt {
  webhookId: string;
  eventId: string;
  claim: number;
  at: Date;
  durationMs: number;
  outcome: 'delivered' | 'failed' | 'gone';
  status?: number;
  answer?: string;
  error?: DeliveryError;
  /** The `webhook-signature` that was sent. */
  signature?: string;
  /** Seconds until the next attempt. Without it there is none. */
  wait?: number;
}

/** The consequence of an attempt for its webhook. `lost` means that the claim had expired and nothing was recorded. */
export type Consequence = 'paused' | 'disabled' | 'lost' | null;

/** Records attempts in one statement, sorted by webhook, so that two processes lock rows in the same order. */
export async function recordAttempts(
  db: Database,
  attempts: readonly Attempt[],
  pauseAfterDays: number,
): Promise<{ webhookId: string; eventId: string; consequence: Consequence }[]> {
  const { rows } = await sql<{ webhookId: string; eventId: string; consequence: Consequence }>`
    select a."webhookId", a."eventId", delivery_record(a."webhookId", a."eventId", a.claim, a.outcome, a.at, a."durationMs",
      a.status, a.answer, a.error, make_interval(secs => a.wait), make_interval(days => ${pauseAfterDays}), a.signature,
      ${limits.deliveryAttempts}) as consequence
    from (select * from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as given ("webhookId" text,
      "eventId" uuid, claim int, outcome text, at timestamptz, "durationMs" int, status int, answer text, error text,
      wait float8, signature text) order by "webhookId", "eventId") a`.execute(db);
  return rows;
}
