import type { RecipeRun, RecipeTrial } from '@filemill/client';
import { queryOptions } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';
import { queryClient } from './query-client.ts';

export type { RecipeRun } from '@filemill/client';

const over = new Set(['completed', 'failed', 'canceled']);
export const runHasEnded = ({ status }: Pick<RecipeRun, 'status'>): boolean => over.has(status);

/** Whether files of the run are still being written to a connection, which goes on after its end. */
const isDelivering = ({ steps }: RecipeRun): boolean =>
  steps.some(
    ({ output, status, delivery }) =>
      output && status === 'completed' && (delivery?.status ?? 'waiting') === 'waiting',
  );

const busyMs = 1000;
const quietMs = 10_000;

export const runQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: ['runs', workspaceId, id],
    queryFn: ({ signal }) => workspaceApi(workspaceId).runs.get(id, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data && runHasEnded(data) ? isDelivering(data) && busyMs : busyMs,
  });

/** Lists the latest runs of one recipe, newest first. */
export const runsQuery = (workspaceId: string, recipeId: string) =>
  queryOptions({
    queryKey: ['runs', workspaceId, 'of', recipeId],
    queryFn: async ({ signal }) =>
      (await workspaceApi(workspaceId).runs.list({ limit: 100, recipeId }, { signal })).runs,
    refetchInterval: ({ state }) => (state.data?.some(run => !runHasEnded(run)) ? busyMs : quietMs),
  });

/** Reads the latest run of a recipe; null if it has none. */
export const lastRunQuery = (workspaceId: string, recipeId: string) =>
  queryOptions({
    queryKey: ['runs', workspaceId, 'of', recipeId, 'last'],
    queryFn: async ({ signal }) =>
      (await workspaceApi(workspaceId).runs.list({ limit: 1, recipeId }, { signal })).runs[0] ?? null,
    refetchInterval: ({ state: { data } }) => (data && !runHasEnded(data) ? busyMs : quietMs),
  });

export async function startRun(workspaceId: string, recipeId: string, inputArtifactId: string) {
  const run = await workspaceApi(workspaceId).recipes.run(recipeId, { inputArtifactId });
  await queryClient.invalidateQueries({ queryKey: ['runs', workspaceId, 'of', recipeId] });
  return run;
}

export async function cancelRun(workspaceId: string, id: string): Promise<void> {
  const run = await workspaceApi(workspaceId).runs.cancel(id);
  queryClient.setQueryData(runQuery(workspaceId, id).queryKey, run);
}

/** Uploads a file for a run or a trial. */
export async function uploadFile(
  workspaceId: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<string> {
  const api = workspaceApi(workspaceId);
  const artifact = await api.artifacts.create({
    filename: file.name,
    fileSize: file.size,
    contentType: 'application/octet-stream',
  });
  await api.upload(artifact.uploadUrl!, file, {
    headers: artifact.upload?.headers,
    resumableUrl: artifact.upload?.resumableUrl,
    onProgress: ({ loaded }) => onProgress(loaded / file.size),
  });
  return artifact.id;
}

/** Runs steps on a stored file without saving them, and yields the run whenever it has changed, until it has ended. */
export async function* tryRecipe(workspaceId: string, trial: RecipeTrial): AsyncGenerator<RecipeRun> {
  const { recipes, runs } = workspaceApi(workspaceId);
  const run = await recipes.try(trial);
  yield run;
  for await (const _ of runs.follow(run.id)) yield await runs.get(run.id);
}
