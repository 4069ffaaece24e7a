import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { PageQuery } from '../../../contract/schemas/page.ts';
import type { Scope } from '../../../contract/states.ts';
import type { Database } from '../../../db/database.ts';
import type { ApiKeysTable } from '../../../db/tables/workspaces.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';

export interface KeyInfo {
  keyId: string;
  workspaceId: string;
  plan: string;
  name: string;
  hint: string;
  scopes: Scope[];
  status: 'active' | 'expired' | 'revoked';
  createdAt: Date;
  expiresAt?: Date;
  lastUsedAt?: Date;
  /** The key that has taken its place. */
  rotatedTo?: string;
}

type Row = Selectable<ApiKeysTable> & { plan_id: string; cursor_at: string };

const present = (row: Row): KeyInfo => ({
  keyId: row.id,
  workspaceId: row.workspace_id,
  plan: row.plan_id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes,
  status: row.revoked_at ? 'revoked' : row.expires_at && row.expires_at < new Date() ? 'expired' : 'active',
  createdAt: row.created_at,
  ...(row.expires_at && { expiresAt: row.expires_at }),
  ...(row.last_used_at && { lastUsedAt: row.last_used_at }),
  ...(row.rotated_to && { rotatedTo: row.rotated_to }),
});

const selectKeys = (condition: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<Row>`
  select k.*, w.plan_id, ${selectCursor('k.created_at')} as cursor_at
  from api_keys k join workspaces w on w.id = k.workspace_id where ${condition} ${rest}`;

/** Lists keys, oldest first; without a workspace all of them, for the operator's command line. */
export async function listKeys(db: Database, workspaceId?: string): Promise<KeyInfo[]> {
  const condition = workspaceId === undefined ? sql`true` : sql`k.workspace_id = ${workspaceId}`;
  const { rows } = await selectKeys(condition, sql`order by k.created_at`).execute(db);
  return rows.map(present);
}

export async function listKeysByPage(
  db: Database,
  workspaceId: string,
  query: PageQuery,
): Promise<{ keys: KeyInfo[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('key', query, 'k.created_at', 'k.id');
  const found = await selectKeys(sql`k.workspace_id = ${workspaceId} and ${after}`, newest).execute(db);
  const { rows, nextCursor } = makePage(found.rows, query.limit);
  return { keys: rows.map(present), nextCursor };
}
