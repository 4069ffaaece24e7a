import type { NewTrigger, TriggerChange } from '@filemill/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { queryClient } from './query-client.ts';

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

async function changing<Answer>(workspaceId: string, act: Promise<Answer>): Promise<Answer> {
  const answer = await act;
  await queryClient.invalidateQueries({ queryKey: triggersQuery(workspaceId).queryKey });
  return answer;
}

export const createTrigger = (workspaceId: string, trigger: NewTrigger) =>
  changing(workspaceId, triggers(workspaceId).create(trigger));
export const changeTrigger = (workspaceId: string, id: string, change: TriggerChange) =>
  changing(workspaceId, triggers(workspaceId).update(id, change));
export const deleteTrigger = (workspaceId: string, id: string) =>
  changing(workspaceId, triggers(workspaceId).delete(id));
