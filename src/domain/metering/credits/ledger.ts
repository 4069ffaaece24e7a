import { type Selectable, sql } from 'kysely';
import { invalid } from '../../../contract/errors.ts';
import type { PageQuery } from '../../../contract/schemas/page.ts';
import type { CreditEntry } from '../../../contract/schemas/usage.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import type { CreditEntriesTable } from '../../../db/tables/workspaces.ts';
import { noWorkspace } from '../../people/workspaces/access.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';

type Row = Selectable<CreditEntriesTable>;

const present = (row: Row): CreditEntry => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount,
  ...(row.job_id && { jobId: row.job_id }),
  note: row.note,
  createdAt: row.created_at.toISOString(),
});

/** Reads the ledger of AI credits, newest first. Entries are never changed, and their sum is the balance. */
export async function readLedger(
  db: Database,
  workspaceId: string,
  query: PageQuery,
): Promise<{ balance: number; entries: CreditEntry[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('creditEntry', query, 'created_at', 'id');
  const found = await sql<Row & { cursor_at: string }>`
    select *, ${selectCursor('created_at')} as cursor_at from credit_entries
    where workspace_id = ${workspaceId} and ${after} ${newest}`.execute(db);
  const account = await db
    .selectFrom('credit_balances')
    .select('balance')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  const { rows, nextCursor } = makePage(found.rows, query.limit);
  return { balance: account?.balance ?? 0, entries: rows.map(present), nextCursor };
}

/** Gives a workspace credits, or takes them back by a negative amount. */
export async function grantCredits(
  db: Database,
  workspaceId: string,
  grant: { amount: number; note: string; by?: string },
): Promise<CreditEntry> {
  if (grant.amount === 0) throw invalid('amount', '`amount` must not be 0.');
  const workspace = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!workspace) throw noWorkspace(workspaceId);
  const { rows } = await sql<Row>`
    select * from credit_grant(${workspaceId}, ${grant.amount}, ${grant.note}, ${grant.by ?? null})`.execute(
    db,
  );
  if (!rows[0])
    throw invalid('amount', '`amount` must not take back more credits than are left of those granted.');
  return present(rows[0]);
}

/** Takes back what is left of past months' allowances. */
export async function expireAllowances(db: Database, batch: number): Promise<void> {
  for (let expired = batch; expired >= batch; ) {
    const { rows } = await sql<{ expired: number }>`select credits_expire(${batch}) as expired`.execute(db);
    expired = firstRow(rows).expired;
  }
}
