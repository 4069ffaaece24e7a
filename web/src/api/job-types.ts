import type { JobType } from '@filemill/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { translateJobType } from '../wording/declared.ts';
import { workspaceApi } from './client.ts';
import { useWorkspace } from './workspace.ts';

/** How often the page refreshes while engines are being installed. */
const installingMs = 5000;

/** Job types change only when something is installed. */
export const jobTypesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['job-types', workspaceId],
    queryFn: async (): Promise<JobType[]> =>
      ((await workspaceApi(workspaceId).jobTypes.list()) as JobType[]).map(translateJobType),
    staleTime: 5 * 60_000,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'installing') ? installingMs : false,
  });

export const useJobTypes = (): JobType[] => useQuery(jobTypesQuery(useWorkspace().id)).data ?? [];

/** A job type with only those options that apply to one conversion. */
export const jobTypeQuery = (workspaceId: string, id: string, input?: string, outputFormat?: string) =>
  queryOptions({
    queryKey: ['job-types', workspaceId, id, input, outputFormat],
    queryFn: async () =>
      translateJobType(
        await workspaceApi(workspaceId).jobTypes.get(id, {
          ...(input && { input }),
          ...(outputFormat && { outputFormat }),
        }),
      ),
    staleTime: 5 * 60_000,
  });
