import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';

export type UsageUnit = 'day' | 'month';
export type ShareBy = 'type' | 'key' | 'source';

export const usageQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['usage', workspaceId],
    queryFn: ({ signal }) => workspaceApi(workspaceId).usage.get({ signal }),
  });

export const usageHistoryQuery = (workspaceId: string, unit: UsageUnit, limit: number) =>
  queryOptions({
    queryKey: ['usage', workspaceId, 'history', unit, limit],
    queryFn: ({ signal }) => workspaceApi(workspaceId).usage.history({ unit, limit }, { signal }),
  });

export const breakdownQuery = (workspaceId: string, by: ShareBy, days: number) =>
  queryOptions({
    queryKey: ['usage', workspaceId, 'breakdown', by, days],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).usage.breakdown({ by, days, daily: 'true' }, { signal }),
  });

export const ledgerQuery = (workspaceId: string) =>
  infiniteQueryOptions({
    queryKey: ['ledger', workspaceId],
    queryFn: ({ pageParam: cursor, signal }) =>
      workspaceApi(workspaceId).usage.ledger({ limit: 25, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
  });
