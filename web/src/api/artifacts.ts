import { queryOptions, skipToken } from '@tanstack/react-query';
import { workspaceApi } from './client.ts';

/** Reads a stored file with a link to its bytes; `null` if it is gone. Links expire. */
export const artifactQuery = (workspaceId: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['artifacts', workspaceId, id],
    queryFn: id
      ? ({ signal }) =>
          workspaceApi(workspaceId)
            .artifacts.get(id, { signal })
            .catch(() => null)
      : skipToken,
    staleTime: 5 * 60_000,
  });
