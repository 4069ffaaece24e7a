import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session/session.ts';

const liveMs = 5000;
/** How often the progress of models is read while one is being installed. */
const installingMs = 1000;

/** Reads workers, engines, models, the queue and the storage. */
export const systemQuery = queryOptions({
  queryKey: ['operator', 'system'],
  queryFn: ({ signal }) => client.operator.system({ signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.models.some(({ installing }) => installing) ? installingMs : liveMs,
});

const activityMs = 30_000;

/** Reads the jobs of the last day by hour, type and caller. */
export const activityQuery = queryOptions({
  queryKey: ['operator', 'activity'],
  queryFn: ({ signal }) => client.operator.activity({ signal }),
  refetchInterval: activityMs,
});

export const plansQuery = queryOptions({
  queryKey: ['operator', 'plans'],
  queryFn: async ({ signal }) => (await client.operator.plans({ signal })).plans,
});

export type Plan = Awaited<ReturnType<typeof client.operator.plans>>['plans'][number];

export const failureSummaryQuery = (hours: number) =>
  queryOptions({
    queryKey: ['operator', 'failures', 'summary', hours],
    queryFn: async ({ signal }) => (await client.operator.failureSummary(hours, { signal })).reasons,
  });

export const failureQuery = (diagnosticId: string) =>
  queryOptions({
    queryKey: ['operator', 'failures', 'one', diagnosticId],
    queryFn: ({ signal }) => client.operator.failure(diagnosticId, { signal }),
  });

export const failuresQuery = infiniteQueryOptions({
  queryKey: ['operator', 'failures', 'list'],
  queryFn: ({ pageParam: cursor, signal }) => client.operator.failures({ limit: 25, cursor }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: page => page.nextCursor ?? undefined,
});

export const allWorkspacesQuery = (search: string, memberless: boolean) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'workspaces', search, memberless],
    queryFn: ({ pageParam: cursor, signal }) =>
      client.operator.workspaces(
        { limit: 50, cursor, ...(search && { search }), ...(memberless && { memberless: 'true' as const }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });

async function changing(act: Promise<unknown>): Promise<void> {
  await act;
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['operator', 'workspaces'] }),
    queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  ]);
}

export async function installModel(name: string): Promise<void> {
  await client.operator.installModel(name);
  await queryClient.invalidateQueries({ queryKey: systemQuery.queryKey });
}

export const createWorkspace = (name: string) => changing(client.workspaces.create(name));
export const setPlan = (id: string, plan: string) => changing(client.operator.setPlan(id, { plan }));
export const adoptWorkspace = (id: string) => changing(client.operator.adopt(id));
export const grantCredits = (id: string, amount: number, note: string) =>
  changing(client.operator.grantCredits(id, { amount, note }));
