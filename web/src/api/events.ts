import type { JobEventRecord } from '@filemill/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';

export type EventType = JobEventRecord['type'];

/** The types in the order of a job's life. */
export const eventTypes = [
  'job.started',
  'job.completed',
  'job.failed',
  'job.canceled',
  'job.expired',
  'job.delivered',
  'job.delivery_failed',
  'run.completed',
  'run.failed',
  'run.canceled',
  'run.delivered',
  'run.delivery_failed',
  'batch.completed',
] as const satisfies EventType[];

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
