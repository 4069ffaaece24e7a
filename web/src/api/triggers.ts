import type { NewTrigger, TriggerChange } from '@filemill/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { refreshAfter } from './query-client.ts';

/** How often the next time and the log are refreshed. */
const liveMs = 5000;

const triggers = (workspaceId: string) => workspaceApi(workspaceId).triggers;

export const triggersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['triggers', workspaceId],
    queryFn: ({ signal }) => triggers(workspaceId).list({ signal }),
    refetchInterval: liveMs,
  });

export const triggerQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: ['triggers', workspaceId, id],
    queryFn: ({ signal }) => triggers(workspaceId).get(id, { signal }),
    refetchInterval: liveMs,
  });

/** Reads what a trigger has started and skipped, newest first. */
export const triggerLogQuery = (workspaceId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ['triggers', workspaceId, id, 'log'],
    queryFn: ({ pageParam, signal }) =>
      triggers(workspaceId).log(
        id,
        { limit: 25, ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
    refetchInterval: liveMs,
  });

export const createTrigger = (workspaceId: string, trigger: NewTrigger) =>
  refreshAfter(triggers(workspaceId).create(trigger), triggersQuery(workspaceId).queryKey);
export const changeTrigger = (workspaceId: string, id: string, change: TriggerChange) =>
  refreshAfter(triggers(workspaceId).update(id, change), triggersQuery(workspaceId).queryKey);
export const deleteTrigger = (workspaceId: string, id: string) =>
  refreshAfter(triggers(workspaceId).delete(id), triggersQuery(workspaceId).queryKey);
