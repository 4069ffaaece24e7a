import type { NewInvitation, Role } from '@filemill/client';
import { queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session/session.ts';

export const membersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['members', workspaceId],
    queryFn: async ({ signal }) =>
      (await workspaceApi(workspaceId).members.list({ limit: 100 }, { signal })).members,
  });

/** Invitations that can still be accepted. */
export const invitationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['invitations', workspaceId],
    queryFn: async ({ signal }) => {
      const { invitations } = await workspaceApi(workspaceId).invitations.list({ limit: 100 }, { signal });
      return invitations.filter(({ status }) => status === 'open');
    },
  });

/** Also refreshes the session, because the user's own role may have changed. */
async function refresh(workspaceId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['members', workspaceId] }),
    queryClient.invalidateQueries({ queryKey: ['invitations', workspaceId] }),
    queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  ]);
}

export async function changeRole(workspaceId: string, userId: string, role: Role): Promise<void> {
  await workspaceApi(workspaceId).members.changeRole(userId, role);
  await refresh(workspaceId);
}

export async function removeMember(workspaceId: string, userId: string): Promise<void> {
  await workspaceApi(workspaceId).members.remove(userId);
  await refresh(workspaceId);
}

export async function invite(workspaceId: string, invitation: NewInvitation) {
  const created = await workspaceApi(workspaceId).invitations.create(invitation);
  await refresh(workspaceId);
  return created;
}

export async function revokeInvitation(workspaceId: string, id: string): Promise<void> {
  await workspaceApi(workspaceId).invitations.revoke(id);
  await refresh(workspaceId);
}
