import type { AuditEntry } from '@filemill/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { client, workspaceApi } from './client.ts';

const listPage = (
  workspaceId: string | undefined,
  query: { limit: number; cursor: string | undefined },
  signal?: AbortSignal,
) =>
  workspaceId === undefined
    ? client.operator.auditLog(query, { signal })
    : workspaceApi(workspaceId).workspace.auditLog(query, { signal });

/** The audit log of a workspace; without one, that of the installation, for operators. */
export const auditLogQuery = (workspaceId?: string) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', workspaceId],
    queryFn: ({ pageParam: cursor, signal }) => listPage(workspaceId, { limit: 25, cursor }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
  });

/** Reads the whole log, newest first. */
export async function readWholeAuditLog(workspaceId?: string): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await listPage(workspaceId, { limit: 100, cursor });
    entries.push(...page.entries);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return entries;
}
