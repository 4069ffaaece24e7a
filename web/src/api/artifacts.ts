import { queryOptions, skipToken } from '@tanstack/react-query';
import { roomOf } from './client.ts';

/** A file that is kept, with a link to its bytes; `null` where it is gone. Links live for a while. */
export const artifactQuery = (workspaceId: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['artifacts', workspaceId, id],
    queryFn: id
      ? ({ signal }) =>
          roomOf(workspaceId)
            .artifacts.get(id, { signal })
            .catch(() => null)
      : skipToken,
    staleTime: 5 * 60_000,
  });
