import type { Batch } from '@filemill/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { queryClient } from './query-client.ts';

export type { Batch } from '@filemill/client';

const busyMs = 1500;
const quietMs = 10_000;

export const batchHasEnded = ({ status }: Pick<Batch, 'status'>): boolean =>
  status === 'completed' || status === 'canceled';

export const batchesQuery = (workspaceId: string) =>
  infiniteQueryOptions({
    queryKey: ['batches', workspaceId],
    queryFn: ({ pageParam, signal }) =>
      workspaceApi(workspaceId).batches.list(
        { limit: 20, ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(page => page.batches.some(batch => !batchHasEnded(batch))) ? busyMs : quietMs,
  });

const refresh = (workspaceId: string) =>
  queryClient.invalidateQueries({ queryKey: ['batches', workspaceId] });

export async function cancelBatch(workspaceId: string, id: string): Promise<void> {
  await workspaceApi(workspaceId).batches.cancel(id);
  await refresh(workspaceId);
}

export async function retryBatch(workspaceId: string, id: string): Promise<void> {
  await workspaceApi(workspaceId).batches.retry(id);
  await refresh(workspaceId);
}

/** Returns the address of the zip of all files. Addresses are signed when the batch is read by itself. */
export const findBatchZip = async (workspaceId: string, id: string): Promise<string | undefined> =>
  (await workspaceApi(workspaceId).batches.get(id)).result?.archiveUrl;
