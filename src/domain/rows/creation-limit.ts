import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { firstRow } from '../../db/first-row.ts';

/** Rows that callers can make and delete, with a limit on how many are made within some hours. */
interface CreationLimit {
  table: 'api_keys' | 'events' | 'invitations' | 'recipes';
  /** The plural that callers read in the refusal. */
  name: string;
  most: number;
  hours: number;
  /** A further condition on the rows that count. */
  where?: RawBuilder<unknown>;
}

const retrySeconds = 600;

/**
 * Refuses to make another row if the workspace made `most` within the last hours, deleted ones included: otherwise making and
 * deleting would fill the database. Concurrent requests may exceed the limit by their number.
 */
export async function enforceCreationLimit(
  db: Database,
  workspaceId: string,
  { table, name, most, hours, where = sql`true` }: CreationLimit,
): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${sql.table(table)} where workspace_id = ${workspaceId}
      and created_at > now() - make_interval(hours => ${hours}) and ${where} limit ${most}) made`.execute(db);
  if (firstRow(rows).n < most) return;
  throw new ApiError(
    'rate_limited',
    {
      message: `This workspace created ${most} ${name} within ${hours === 1 ? 'an hour' : `${hours} hours`}, which is its limit. Try again later.`,
      retryAfter: retrySeconds,
    },
    { 'retry-after': String(retrySeconds) },
  );
}
