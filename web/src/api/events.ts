import type { JobEventRecord } from '@filemill/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { strings } from '../wording/strings.ts';
import { workspaceApi } from './client.ts';

export type EventType = JobEventRecord['type'];

/** The types in the order of a job's life. Each has its explanation among the words of the page. */
export const eventTypes = Object.keys(
  strings.webhooks.eventHelp satisfies Record<EventType, string>,
) as EventType[];

const liveMs = 3000;

/** Lists events, newest first. */
export const eventsQuery = (workspaceId: string, type: EventType | undefined) =>
  infiniteQueryOptions({
    queryKey: ['events', workspaceId, type],
    queryFn: ({ pageParam, signal }) =>
      workspaceApi(workspaceId).events.list(
        {
          order: 'newest',
          limit: 50,
          ...(type && { type }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
    refetchInterval: liveMs,
  });
