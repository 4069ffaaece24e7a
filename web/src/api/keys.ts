import type { NewKey } from '@filemill/client';
import { queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { queryClient } from './query-client.ts';

export const keysQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['keys', workspaceId],
    queryFn: async ({ signal }) =>
      (await workspaceApi(workspaceId).keys.list({ limit: 100 }, { signal })).keys,
  });

const refresh = (workspaceId: string) =>
  queryClient.invalidateQueries({ queryKey: keysQuery(workspaceId).queryKey });

export async function createKey(workspaceId: string, key: NewKey) {
  const created = await workspaceApi(workspaceId).keys.create(key);
  await refresh(workspaceId);
  return created;
}

/** The old key keeps working until the overlap ends. */
export async function rotateKey(workspaceId: string, id: string, overlapSeconds: number) {
  const created = await workspaceApi(workspaceId).keys.rotate(id, { overlapSeconds });
  await refresh(workspaceId);
  return created;
}

export async function revokeKey(workspaceId: string, id: string): Promise<void> {
  await workspaceApi(workspaceId).keys.revoke(id);
  await refresh(workspaceId);
}

export async function restoreKey(workspaceId: string, id: string): Promise<void> {
  await workspaceApi(workspaceId).keys.restore(id);
  await refresh(workspaceId);
}
