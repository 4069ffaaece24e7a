import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';
import type { Storage } from '../../storage/storage.ts';

/** Rejects if the database is read-only: after a failover the old server may still answer, as a standby. */
async function requireWritable(db: Database): Promise<void> {
  const { rows } = await sql<{ locked: string }>`
    select current_setting('transaction_read_only') as locked`.execute(db);
  if (firstRow(rows).locked === 'on') throw new Error('the database is read-only');
}

/** Rejects if the queue's own state cannot be read. */
async function requireQueue(db: Database): Promise<void> {
  await sql`select last_value from vclock`.execute(db);
}

/** How long each part may take to answer. */
const checkMs = 3000;

export interface Readiness {
  ready: boolean;
  checks: Record<string, 'ok' | 'failing'>;
}

async function limitTime<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Asks the database, the storage and the queue whether they work. */
export async function checkReadiness(
  db: Database,
  storage: Pick<Storage, 'check'>,
  onFailure: (check: string, error: unknown) => void,
): Promise<Readiness> {
  const parts: Record<string, () => Promise<unknown>> = {
    database: () => requireWritable(db),
    storage: () => storage.check(),
    queue: () => requireQueue(db),
  };
  const checks: Readiness['checks'] = {};
  await Promise.all(
    Object.entries(parts).map(async ([name, check]) => {
      checks[name] = 'ok';
      await limitTime(checkMs, check()).catch(error => {
        checks[name] = 'failing';
        onFailure(name, error);
      });
    }),
  );
  return { ready: Object.values(checks).every(result => result === 'ok'), checks };
}

interface WebhookFigures {
  /** How long the oldest delivery that is due has waited. */
  oldestDueSeconds: number;
  /** Events that are written and not published yet. */
  unpublished: number;
}

export async function readWebhookFigures(db: Database): Promise<WebhookFigures> {
  const { rows } = await sql<WebhookFigures>`
    select coalesce(extract(epoch from now() - least(now(), min(oldest.due_at))), 0)::float8 as "oldestDueSeconds",
      (select count(*) from events where position is null) as unpublished
    from webhooks w cross join lateral (
      select due_at from deliveries d where d.webhook_id = w.id and d.status = 'pending' order by due_at limit 1
    ) oldest where w.status = 'active'`.execute(db);
  return firstRow(rows);
}
