import { sql } from 'kysely';
import type { WebhookActivity } from '../../../contract/schemas/webhook.ts';
import type { Database } from '../../../db/database.ts';
import type { Ref } from '../../rows/ref.ts';
import { getWebhook } from './webhooks.ts';

/** Counts the attempts of each of the last hours by their outcome, the oldest hour first. */
export async function readActivity(db: Database, ref: Ref, hours: number): Promise<WebhookActivity['hours']> {
  const { id } = await getWebhook(db, ref);
  const { rows } = await sql<{ start: Date; delivered: number; retried: number; failed: number }>`
    select h.start, count(*) filter (where a.status between 200 and 299) as delivered,
      count(*) filter (where a.next_at is not null) as retried,
      count(*) filter (where a.number is not null and a.next_at is null
        and (a.status is null or a.status not between 200 and 299)) as failed
    from generate_series(date_trunc('hour', now()) - make_interval(hours => ${hours - 1}), date_trunc('hour', now()),
        interval '1 hour') as h (start)
      left join delivery_attempts a on a.webhook_id = ${id} and a.at >= h.start and a.at < h.start + interval '1 hour'
    group by h.start order by h.start`.execute(db);
  return rows.map(({ start, ...counts }) => ({ start: start.toISOString(), ...counts }));
}
