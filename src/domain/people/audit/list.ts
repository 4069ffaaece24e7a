import { type Selectable, sql } from 'kysely';
import type { AuditEntry, AuditLogQuery } from '../../../contract/schemas/audit.ts';
import type { Database } from '../../../db/database.ts';
import type { AuditEntriesTable } from '../../../db/tables/people.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';

type Row = Selectable<AuditEntriesTable>;

const present = (row: Row): AuditEntry => ({
  id: row.id,
  at: row.created_at.toISOString(),
  action: row.action,
  ...(row.workspace_id && { workspaceId: row.workspace_id }),
  actor: {
    kind: row.actor_kind,
    ...(row.actor_id && { id: row.actor_id }),
    ...(row.actor_name && { name: row.actor_name }),
  },
  target: { id: row.target_id, ...(row.target_name && { name: row.target_name }) },
  ...(row.detail && { detail: row.detail }),
});

/** Lists the audit log, newest first; without a workspace, that of the whole installation. */
export async function listAuditEntries(
  db: Database,
  query: AuditLogQuery,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('auditEntry', query, 'created_at', 'id');
  const found = await sql<Row & { cursor_at: string }>`
    select *, ${selectCursor('created_at')} as cursor_at from audit_entries
    where ${query.workspaceId === undefined ? sql`true` : sql`workspace_id = ${query.workspaceId}`} and ${after}
    ${newest}`.execute(db);
  const { rows, nextCursor } = makePage(found.rows, query.limit);
  return { entries: rows.map(present), nextCursor };
}
