import type { Batch, BatchEntry, NewBatch } from '@filemill/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { queryClient } from './query-client.ts';

export type { Batch } from '@filemill/client';

const busyMs = 1500;
const quietMs = 10_000;

export const batchHasEnded = ({ status }: Pick<Batch, 'status'>): boolean =>
  status === 'completed' || status === 'canceled';

const inputHasEnded = ({ status }: BatchEntry): boolean =>
  status === 'completed' || status === 'failed' || status === 'canceled';

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

export const batchQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: ['batches', workspaceId, id],
    queryFn: ({ signal }) => workspaceApi(workspaceId).batches.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && !batchHasEnded(state.data) ? busyMs : quietMs),
  });

/** Reads what became of each input, or of those in one state, in their order. */
export const batchInputsQuery = (workspaceId: string, batch: Batch, status?: BatchEntry['status']) =>
  infiniteQueryOptions({
    queryKey: ['batches', workspaceId, batch.id, 'inputs', status],
    queryFn: ({ pageParam, signal }) =>
      workspaceApi(workspaceId).batches.manifest(
        batch.id,
        {
          limit: 50,
          ...(status && { status }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
    // The list may have been read a moment before the batch ended.
    refetchInterval: ({ state }) =>
      batchHasEnded(batch) && state.data?.pages.every(page => page.inputs.every(inputHasEnded))
        ? quietMs
        : busyMs,
  });

const refresh = (workspaceId: string) =>
  queryClient.invalidateQueries({ queryKey: ['batches', workspaceId] });

export async function createBatch(workspaceId: string, batch: NewBatch): Promise<Batch> {
  const created = await workspaceApi(workspaceId).batches.create(batch);
  await refresh(workspaceId);
  return created;
}

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
