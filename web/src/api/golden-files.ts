import { queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { refreshAfter } from './query-client.ts';

export type { GoldenFile } from '@filemill/client';

const busyMs = 1000;
const quietMs = 10_000;

const goldenFiles = (workspaceId: string) => workspaceApi(workspaceId).goldenFiles;

export const goldenFilesQuery = (workspaceId: string, recipeId: string) =>
  queryOptions({
    queryKey: ['golden-files', workspaceId, 'of', recipeId],
    queryFn: ({ signal }) => goldenFiles(workspaceId).list(recipeId, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ check }) => check?.status === 'pending') ? busyMs : quietMs,
  });

/** Reads a golden file with the differences of its last check, of which `checkedAt` is the time. */
export const goldenFileQuery = (workspaceId: string, id: string, checkedAt: string | undefined) =>
  queryOptions({
    queryKey: ['golden-files', workspaceId, id, checkedAt],
    queryFn: ({ signal }) => goldenFiles(workspaceId).get(id, { signal }),
  });

export const addGoldenFile = (workspaceId: string, recipeId: string, runId: string) =>
  refreshAfter(goldenFiles(workspaceId).add(recipeId, { runId }), ['golden-files', workspaceId]);
export const checkGoldenFile = (workspaceId: string, id: string) =>
  refreshAfter(goldenFiles(workspaceId).check(id), ['golden-files', workspaceId]);
export const acceptGoldenFile = (workspaceId: string, id: string) =>
  refreshAfter(goldenFiles(workspaceId).accept(id), ['golden-files', workspaceId]);
export const removeGoldenFile = (workspaceId: string, id: string) =>
  refreshAfter(goldenFiles(workspaceId).remove(id), ['golden-files', workspaceId]);
