import { queryOptions } from '@tanstack/react-query';
import { client, workspaceApi } from '../client.ts';
import { queryClient } from '../query-client.ts';
import { sessionQuery } from './session.ts';

const refreshSession = () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });

export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId],
    queryFn: ({ signal }) => workspaceApi(workspaceId).workspace.get({ signal }),
  });

export async function renameWorkspace(workspaceId: string, name: string): Promise<void> {
  await workspaceApi(workspaceId).workspace.rename(name);
  await Promise.all([
    refreshSession(),
    queryClient.invalidateQueries({ queryKey: ['workspace', workspaceId] }),
  ]);
}

/** Deletes a workspace. The page continues with another one of the user's. */
export async function deleteWorkspace(workspaceId: string, name: string): Promise<void> {
  await workspaceApi(workspaceId).workspace.delete(name);
  await refreshSession();
}

export async function renameMe(name: string): Promise<void> {
  await client.account.rename(name);
  await refreshSession();
}

/** Changes the password and ends all other sessions. */
export async function changePassword(
  change: Parameters<typeof client.account.changePassword>[0],
): Promise<void> {
  await client.account.changePassword(change);
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => client.account.sessions({ signal }),
});

export async function endSession(id: string): Promise<void> {
  await client.account.revokeSession(id);
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

export async function endOtherSessions(): Promise<void> {
  await client.account.revokeOtherSessions();
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}
