import type { Job, WorkspaceJob, WorkspaceJobQuery } from '@filemill/client';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { roomOf } from './client.ts';
import { queryClient } from './query-client.ts';

export type { Job, JobHistory, ResultFile, WorkspaceJob } from '@filemill/client';
export type JobState = Job['status'];
export type JobFilters = Omit<WorkspaceJobQuery, 'cursor' | 'limit'>;

const ended = new Set<JobState>(['completed', 'failed', 'canceled', 'expired']);
export const hasEnded = (status: JobState): boolean => ended.has(status);

/** Something changes every moment while jobs run; otherwise others may begin some. */
const busyMs = 1500;
const quietMs = 5000;

export const jobsQuery = (workspaceId: string, filters: JobFilters) =>
  infiniteQueryOptions({
    queryKey: ['jobs', workspaceId, filters],
    queryFn: ({ pageParam, signal }) =>
      roomOf(workspaceId).jobs.list(
        { limit: 50, ...filters, ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(page => page.jobs.some((job: WorkspaceJob) => !hasEnded(job.status)))
        ? busyMs
        : quietMs,
  });

/** How many there are, as far as one page counts. */
export const jobCountQuery = (workspaceId: string, filters: JobFilters) =>
  queryOptions({
    queryKey: ['jobs', workspaceId, 'count', filters],
    queryFn: async ({ signal }) => {
      const { jobs, nextCursor } = await roomOf(workspaceId).jobs.list(
        { limit: 100, ...filters },
        { signal },
      );
      return { count: jobs.length, more: nextCursor !== null };
    },
    refetchInterval: quietMs,
  });

export const jobQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: ['job', workspaceId, id],
    queryFn: ({ signal }) => roomOf(workspaceId).jobs.get(id, { signal }),
  });

export const jobHistoryQuery = (workspaceId: string, id: string, status: JobState | undefined) =>
  queryOptions({
    queryKey: ['job', workspaceId, id, 'history', status],
    queryFn: ({ signal }) => roomOf(workspaceId).jobs.history(id, { signal }),
    enabled: status !== undefined,
    placeholderData: previous => previous,
    // Deliveries go on for a while after the job has ended.
    refetchInterval: ({ state }) =>
      status === undefined ||
      !hasEnded(status) ||
      state.data?.deliveries.some(each => each.status === 'pending')
        ? quietMs
        : false,
  });

/** Keeps a job that has not ended as it is now, by the service's own stream. */
export function useFollowedJob(workspaceId: string, job: Job | undefined): void {
  const client = useQueryClient();
  const id = job?.id;
  const live = job !== undefined && !hasEnded(job.status);
  useEffect(() => {
    if (!live || id === undefined) return;
    const controller = new AbortController();
    const { queryKey } = jobQuery(workspaceId, id);
    const follow = async () => {
      for await (const news of roomOf(workspaceId).jobs.follow(id, { signal: controller.signal })) {
        if (news.event === 'partial') continue;
        const { status, progress } = news;
        client.setQueryData(queryKey, before => before && { ...before, status, progress });
        if (hasEnded(status)) break;
      }
      await client.invalidateQueries({ queryKey });
    };
    follow().catch(error => {
      if (!controller.signal.aborted) console.warn(error);
    });
    return () => controller.abort();
  }, [client, workspaceId, id, live]);
}

const changed = (workspaceId: string, job: Job) => {
  queryClient.setQueryData(jobQuery(workspaceId, job.id).queryKey, job);
  void queryClient.invalidateQueries({ queryKey: ['jobs', workspaceId] });
  return job;
};

export const cancelJob = async (workspaceId: string, id: string) =>
  changed(workspaceId, await roomOf(workspaceId).jobs.cancel(id));

/** A new job of the same files; write-only options must be among those given. */
export const runAgain = async (workspaceId: string, id: string, options: Record<string, unknown>) =>
  changed(workspaceId, await roomOf(workspaceId).jobs.runAgain(id, options));

export const refreshLinks = async (workspaceId: string, id: string) =>
  changed(workspaceId, await roomOf(workspaceId).jobs.refreshUrls(id));

export async function deleteJob(workspaceId: string, id: string): Promise<void> {
  await roomOf(workspaceId).jobs.delete(id);
  queryClient.removeQueries({ queryKey: jobQuery(workspaceId, id).queryKey });
  await queryClient.invalidateQueries({ queryKey: ['jobs', workspaceId] });
}

const mostRecent = 30;

/** Files that are kept from recent jobs, each once. */
export const recentFilesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['jobs', workspaceId, 'recent-files'],
    // Somebody who has just tried a file looks for that one.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { jobs } = await roomOf(workspaceId).jobs.list({ limit: mostRecent }, { signal });
      const files = jobs.flatMap(job =>
        job.inputs.flatMap(({ artifactId, filename }) => (artifactId ? [{ artifactId, filename }] : [])),
      );
      return [...new Map(files.map(file => [file.artifactId, file])).values()];
    },
  });
