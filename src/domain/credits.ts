import { type Selectable, sql } from 'kysely';
import { invalid } from '../contract/errors.ts';
import { newId } from '../contract/ids.ts';
import type { PageQuery } from '../contract/schemas/recipe.ts';
import type { CreditEntry } from '../contract/schemas/workspace.ts';
import type { Database } from '../db/database.ts';
import { firstRow } from '../db/first-row.ts';
import type { CreditEntriesTable } from '../db/tables/workspaces.ts';
import { cursorAt, following, page } from './cursor.ts';
import { noWorkspace } from './workspaces/access.ts';

type Row = Selectable<CreditEntriesTable>;

const present = (row: Row): CreditEntry => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount,
  ...(row.job_id && { jobId: row.job_id }),
  note: row.note,
  createdAt: row.created_at.toISOString(),
});

/** The append-only ledger of AI credits, newest first; its sum is the balance. */
export async function readLedger(
  db: Database,
  workspaceId: string,
  query: PageQuery,
): Promise<{ balance: number; entries: CreditEntry[]; nextCursor: string | null }> {
  const { after, newest } = following('creditEntry', query, 'created_at', 'id');
  const found = await sql<Row & { cursor_at: string }>`
    select *, ${cursorAt('created_at')} as cursor_at from credit_entries
    where workspace_id = ${workspaceId} and ${after} ${newest}`.execute(db);
  const sum = await sql<{ balance: number }>`
    select coalesce(sum(amount), 0)::bigint as balance from credit_entries where workspace_id = ${workspaceId}`.execute(
    db,
  );
  const { rows, nextCursor } = page(found.rows, query.limit);
  return { balance: firstRow(sum.rows).balance, entries: rows.map(present), nextCursor };
}

/** Credits an operator gives, or takes back with a negative amount. */
export async function grantCredits(
  db: Database,
  workspaceId: string,
  grant: { amount: number; note: string; by?: string },
): Promise<CreditEntry> {
  if (grant.amount === 0) throw invalid('amount', 'amount must not be 0.');
  const workspace = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  if (!workspace) throw noWorkspace(workspaceId);
  const row = await db
    .insertInto('credit_entries')
    .values({
      id: newId('creditEntry'),
      workspace_id: workspaceId,
      kind: 'grant',
      amount: grant.amount,
      job_id: null,
      note: grant.note,
      created_by: grant.by ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(row);
}
