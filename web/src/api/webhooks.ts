import type { Delivery, NewWebhook, WebhookChange } from '@filemill/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { queryClient } from './query-client.ts';

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

async function changing<Answer>(workspaceId: string, act: Promise<Answer>): Promise<Answer> {
  const answer = await act;
  await queryClient.invalidateQueries({ queryKey: webhooksQuery(workspaceId).queryKey });
  return answer;
}

const hooks = (workspaceId: string) => workspaceApi(workspaceId).webhooks;

export const createWebhook = (workspaceId: string, webhook: NewWebhook) =>
  changing(workspaceId, hooks(workspaceId).create(webhook));
export const changeWebhook = (workspaceId: string, id: string, change: WebhookChange) =>
  changing(workspaceId, hooks(workspaceId).update(id, change));
export const pauseWebhook = (workspaceId: string, id: string) =>
  changing(workspaceId, hooks(workspaceId).pause(id));
export const resumeWebhook = (workspaceId: string, id: string) =>
  changing(workspaceId, hooks(workspaceId).resume(id));
export const rotateWebhook = (workspaceId: string, id: string, overlapSeconds: number) =>
  changing(workspaceId, hooks(workspaceId).rotate(id, { overlapSeconds }));
export const rotateCallbacks = (workspaceId: string) => hooks(workspaceId).rotateCallbacks();
export const deleteWebhook = (workspaceId: string, id: string) =>
  changing(workspaceId, hooks(workspaceId).delete(id));
export const testWebhook = (workspaceId: string, id: string) =>
  changing(workspaceId, hooks(workspaceId).test(id));
export const redeliver = (workspaceId: string, id: string, eventId: string) =>
  changing(workspaceId, workspaceApi(workspaceId).deliveries.redeliver(id, eventId));
export const redeliverFailed = (workspaceId: string, id: string) =>
  changing(workspaceId, workspaceApi(workspaceId).deliveries.redeliverFailed(id));
