import { infiniteQueryOptions } from '@tanstack/react-query';
import { client, workspaceApi } from './client.ts';

/** The audit log of a workspace; without one, that of the installation, for operators. */
export const auditLogQuery = (workspaceId?: string) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', workspaceId],
    queryFn: ({ pageParam: cursor, signal }) =>
      workspaceId === undefined
        ? client.operator.auditLog({ limit: 25, cursor }, { signal })
        : workspaceApi(workspaceId).workspace.auditLog({ limit: 25, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
  });
