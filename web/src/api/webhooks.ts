import type { Delivery, NewWebhook, WebhookChange } from '@filemill/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { refreshAfter } from './query-client.ts';

/** How often pending deliveries and the current hour are refreshed. */
const liveMs = 2000;
const slowMs = 30_000;

export type DeliveryFilter = Omit<
  NonNullable<Parameters<ReturnType<typeof workspaceApi>['deliveries']['list']>[1]>,
  'cursor' | 'limit'
>;

export const webhooksQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['webhooks', workspaceId],
    queryFn: ({ signal }) => workspaceApi(workspaceId).webhooks.list({ signal }),
  });

export const webhookQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: ['webhooks', workspaceId, id],
    queryFn: ({ signal }) => workspaceApi(workspaceId).webhooks.get(id, { signal }),
  });

/** Counts the attempts of the last 24 hours by hour. */
export const activityQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: ['webhooks', workspaceId, id, 'activity'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).webhooks.activity(id, 24, { signal }),
    refetchInterval: slowMs,
  });

export const deliveriesQuery = (workspaceId: string, id: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', workspaceId, id, 'deliveries', filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      workspaceApi(workspaceId).deliveries.list(id, { ...filter, limit: 25, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(page => page.deliveries.some(({ status }) => status === 'pending'))
        ? liveMs
        : slowMs,
  });

/** Reads one delivery with its body. While `awaited`, it is refreshed until it has been answered. */
export const deliveryQuery = (workspaceId: string, id: string, eventId: string, awaited = false) =>
  queryOptions({
    queryKey: ['webhooks', workspaceId, id, 'deliveries', 'one', eventId],
    queryFn: ({ signal }) => workspaceApi(workspaceId).deliveries.get(id, eventId, { signal }),
    refetchInterval: ({ state }: { state: { data?: Delivery | undefined } }) =>
      awaited && state.data?.attempts.length === 0 ? 300 : state.data?.status === 'pending' ? liveMs : false,
  });

const hooks = (workspaceId: string) => workspaceApi(workspaceId).webhooks;

export const createWebhook = (workspaceId: string, webhook: NewWebhook) =>
  refreshAfter(hooks(workspaceId).create(webhook), webhooksQuery(workspaceId).queryKey);
export const changeWebhook = (workspaceId: string, id: string, change: WebhookChange) =>
  refreshAfter(hooks(workspaceId).update(id, change), webhooksQuery(workspaceId).queryKey);
export const pauseWebhook = (workspaceId: string, id: string) =>
  refreshAfter(hooks(workspaceId).pause(id), webhooksQuery(workspaceId).queryKey);
export const resumeWebhook = (workspaceId: string, id: string) =>
  refreshAfter(hooks(workspaceId).resume(id), webhooksQuery(workspaceId).queryKey);
export const rotateWebhook = (workspaceId: string, id: string, overlapSeconds: number) =>
  refreshAfter(hooks(workspaceId).rotate(id, { overlapSeconds }), webhooksQuery(workspaceId).queryKey);
export const rotateCallbacks = (workspaceId: string, overlapSeconds: number) =>
  hooks(workspaceId).rotateCallbacks({ overlapSeconds });
export const deleteWebhook = (workspaceId: string, id: string) =>
  refreshAfter(hooks(workspaceId).delete(id), webhooksQuery(workspaceId).queryKey);
export const testWebhook = (workspaceId: string, id: string) =>
  refreshAfter(hooks(workspaceId).test(id), webhooksQuery(workspaceId).queryKey);
export const redeliver = (workspaceId: string, id: string, eventId: string) =>
  refreshAfter(
    workspaceApi(workspaceId).deliveries.redeliver(id, eventId),
    webhooksQuery(workspaceId).queryKey,
  );
export const redeliverFailed = (workspaceId: string, id: string) =>
  refreshAfter(workspaceApi(workspaceId).deliveries.redeliverFailed(id), webhooksQuery(workspaceId).queryKey);
