import { sql } from 'kysely';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import type { Role } from '../../../contract/roles.ts';
import type { PageQuery } from '../../../contract/schemas/page.ts';
import type { Database } from '../../../db/database.ts';
import { firstRow } from '../../../db/first-row.ts';
import { buildPageClauses, makePage, selectCursor } from '../../rows/cursor.ts';
import { runAtomically } from '../../rows/transaction.ts';
import { presentLimits } from '../plans/limits.ts';
import { findDefaultPlan } from '../plans/plans.ts';
import { type Access, noWorkspace } from './access.ts';

export interface Workspace {
  id: string;
  name: string;
  plan: string;
  /** The caller's role. */
  role?: Role;
  createdAt: Date;
}

export interface WorkspaceRow {
  id: string;
  name: string;
  plan_id: string;
  role?: Role;
  created_at: Date;
}

export const presentWorkspace = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  name: row.name,
  plan: row.plan_id,
  ...(row.role && { role: row.role }),
  createdAt: row.created_at,
});

async function requirePlan(db: Database, id: string): Promise<void> {
  const known = await db.selectFrom('plans').select('id').orderBy('id').execute();
  if (!known.some(plan => plan.id === id))
    throw invalid('plan', `There is no plan ${id}; there are ${known.map(plan => plan.id).join(', ')}.`);
}

/** Makes a workspace. Without `ownerId`, as on the command line, it has no members yet. */
export function createWorkspace(
  db: Database,
  { name, plan: given, ownerId }: { name: string; plan?: string | undefined; ownerId?: string },
): Promise<Workspace> {
  return runAtomically(db, async trx => {
    const plan = given ?? (await findDefaultPlan(trx, 'developer'));
    if (given) await requirePlan(trx, given);
    const row = await trx
      .insertInto('workspaces')
      .values({ id: newId('workspace'), name, plan_id: plan })
      .returning(['id', 'name', 'plan_id', 'created_at'])
      .executeTakeFirstOrThrow();
    if (ownerId === undefined) return presentWorkspace(row);
    await trx
      .insertInto('members')
      .values({ workspace_id: row.id, user_id: ownerId, role: 'owner' })
      .execute();
    return presentWorkspace({ ...row, role: 'owner' });
  });
}

/** Puts a workspace on another plan. Where that allows more jobs at once, waiting jobs are released. */
export function setPlan(db: Database, workspaceId: string, plan: string): Promise<Workspace> {
  return runAtomically(db, async trx => {
    await requirePlan(trx, plan);
    const row = await trx
      .updateTable('workspaces')
      .set({ plan_id: plan })
      .where('id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .returning(['id', 'name', 'plan_id', 'created_at'])
      .executeTakeFirst();
    if (!row) throw noWorkspace(workspaceId);
    // The workspace is locked by the update, so no more jobs are released than the plan allows.
    const release = sql<{ more: boolean }>`select job_release(${workspaceId}) as more`;
    while (firstRow((await release.execute(trx)).rows).more);
    return presentWorkspace(row);
  });
}

/** Lists the workspaces of one user, newest first. */
export async function listWorkspaces(
  db: Database,
  userId: string,
  query: PageQuery,
): Promise<{ workspaces: Workspace[]; nextCursor: string | null }> {
  const { after, newest } = buildPageClauses('workspace', query, 'w.created_at', 'w.id');
  const found = await sql<WorkspaceRow & { cursor_at: string }>`
    select w.id, w.name, w.plan_id, w.created_at, ${selectCursor('w.created_at')} as cursor_at, m.role
    from workspaces w join members m on m.workspace_id = w.id and m.user_id = ${userId}
    where ${after} ${newest}`.execute(db);
  const { rows, nextCursor } = makePage(found.rows, query.limit);
  return { workspaces: rows.map(presentWorkspace), nextCursor };
}

/** Reads a workspace with the limits of its plan. */
export async function getWorkspace(db: Database, { caller, role }: Access) {
  const row = await db
    .selectFrom('workspaces')
    .select(['id', 'name', 'plan_id', 'created_at'])
    .where('id', '=', caller.workspaceId)
    .executeTakeFirst();
  if (!row) throw new ApiError('not_found');
  const { plan } = caller;
  return { ...presentWorkspace({ ...row, role }), apiAccess: plan.api_access, limits: presentLimits(plan) };
}

export async function renameWorkspace(db: Database, workspaceId: string, name: string): Promise<void> {
  await db.updateTable('workspaces').set({ name }).where('id', '=', workspaceId).execute();
}

/** Finds the workspace that the installation began with, which the first user owns. */
export async function findFirstWorkspace(db: Database): Promise<string | undefined> {
  const first = await db
    .selectFrom('workspaces')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first?.id;
}

/** Returns the id of a workspace that a command names by it, or as `first`. */
export const resolveWorkspaceId = async (db: Database, given: string): Promise<string | undefined> =>
  given === 'first' ? findFirstWorkspace(db) : given;
