import type { AnyNewJob, Batch, Job, WorkspaceJob, WorkspaceJobQuery } from '@filemill/client';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { workspaceApi } from './client.ts';
import { queryClient } from './query-client.ts';

export type { Job, JobHistory, WorkspaceJob } from '@filemill/client';
export type JobState = Job['status'];
export type JobFilters = Omit<WorkspaceJobQuery, 'cursor' | 'limit'>;

const ended = new Set<JobState>(['completed', 'failed', 'canceled', 'expired']);
export const hasEnded = (status: JobState): boolean => ended.has(status);

/** Running jobs change often; otherwise only new jobs can appear. */
const busyMs = 1500;
const quietMs = 5000;

export const jobsQuery = (workspaceId: string, filters: JobFilters) =>
  infiniteQueryOptions({
    queryKey: ['jobs', workspaceId, filters],
    queryFn: ({ pageParam, signal }) =>
      workspaceApi(workspaceId).jobs.list(
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

/** The newest jobs of a batch, for pictures of its files. They are asked for again when its status changes. */
export const batchJobsQuery = (workspaceId: string, { id, status }: Batch, most: number) =>
  queryOptions({
    queryKey: ['jobs', workspaceId, 'batch', id, status, most],
    queryFn: async ({ signal }) =>
      (await workspaceApi(workspaceId).jobs.list({ batchId: id, limit: most }, { signal })).jobs,
    staleTime: 60_000,
  });

/** Counts jobs, up to one page. */
export const jobCountQuery = (workspaceId: string, filters: JobFilters) =>
  queryOptions({
    queryKey: ['jobs', workspaceId, 'count', filters],
    queryFn: async ({ signal }) => {
      const { jobs, nextCursor } = await workspaceApi(workspaceId).jobs.list(
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
    queryFn: ({ signal }) => workspaceApi(workspaceId).jobs.get(id, { signal }),
  });

/** Estimates a job from its options; a new query for each set of options. */
export const estimateQuery = (workspaceId: string, job: AnyNewJob) =>
  queryOptions({
    queryKey: ['estimate', workspaceId, job],
    queryFn: ({ signal }) => workspaceApi(workspaceId).jobs.estimate(job, { signal }),
    placeholderData: previous => previous,
    staleTime: 60_000,
    retry: false,
  });

export const jobHistoryQuery = (workspaceId: string, id: string, status: JobState | undefined) =>
  queryOptions({
    queryKey: ['job', workspaceId, id, 'history', status],
    queryFn: ({ signal }) => workspaceApi(workspaceId).jobs.history(id, { signal }),
    enabled: status !== undefined,
    placeholderData: previous => previous,
    // Deliveries continue for a while after the job has ended.
    refetchInterval: ({ state }) =>
      status === undefined ||
      !hasEnded(status) ||
      state.data?.deliveries.some(each => each.status === 'pending')
        ? quietMs
        : false,
  });

/** Keeps a job up to date with the service's event stream until it has ended. */
export function useFollowedJob(workspaceId: string, job: Job | undefined): void {
  const client = useQueryClient();
  const id = job?.id;
  const live = job !== undefined && !hasEnded(job.status);
  useEffect(() => {
    if (!live || id === undefined) return;
    const controller = new AbortController();
    const { queryKey } = jobQuery(workspaceId, id);
    const follow = async () => {
      for await (const news of workspaceApi(workspaceId).jobs.follow(id, { signal: controller.signal })) {
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
  changed(workspaceId, await workspaceApi(workspaceId).jobs.cancel(id));

/** Creates a new job with the same files. Write-only options must be given again. */
export const runAgain = async (workspaceId: string, id: string, options: Record<string, unknown>) =>
  changed(workspaceId, await workspaceApi(workspaceId).jobs.runAgain(id, options));

export const refreshLinks = async (workspaceId: string, id: string) =>
  changed(workspaceId, await workspaceApi(workspaceId).jobs.refreshUrls(id));

/** Returns the job as started. If its automatic start was refused, starting it again throws the reason. */
export const ensureStarted = async (workspaceId: string, job: Job): Promise<Job> =>
  job.status === 'pending' ? workspaceApi(workspaceId).jobs.start(job.id) : job;

export async function deleteJob(workspaceId: string, id: string): Promise<void> {
  await workspaceApi(workspaceId).jobs.delete(id);
  queryClient.removeQueries({ queryKey: jobQuery(workspaceId, id).queryKey });
  await queryClient.invalidateQueries({ queryKey: ['jobs', workspaceId] });
}

const maxRecent = 30;

/** Lists the stored files of recent jobs, each once. */
export const recentFilesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['jobs', workspaceId, 'recent-files'],
    // A file that was just tried must appear.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { jobs } = await workspaceApi(workspaceId).jobs.list({ limit: maxRecent }, { signal });
      const files = jobs.flatMap(job =>
        job.inputs.flatMap(({ artifactId, filename }) => (artifactId ? [{ artifactId, filename }] : [])),
      );
      return [...new Map(files.map(file => [file.artifactId, file])).values()];
    },
  });
