import { queryOptions, skipToken } from '@tanstack/react-query';
import { strings } from '../wording/strings.ts';
import { workspaceApi } from './client.ts';
import { ensureStarted } from './jobs.ts';

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

/**
 * Converts a stored document to a PDF and returns a link to it. The key makes the service answer a repeated request with
 * the same job.
 */
export const pdfOfQuery = (workspaceId: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['artifacts', workspaceId, id, 'pdf'],
    queryFn: async ({ signal }) => {
      const { jobs } = workspaceApi(workspaceId);
      const created = await jobs.create(
        {
          type: 'document-convert',
          inputArtifactId: id!,
          options: { outputFormat: 'pdf' },
          autoStart: true,
        },
        { signal, idempotencyKey: `preview-${id}` },
      );
      const job = await jobs.wait((await ensureStarted(workspaceId, created)).id, { signal });
      const url = job.result?.files[0]?.downloadUrl;
      if (!url) throw new Error(strings.preview.unreadable);
      return url;
    },
    retry: false,
    staleTime: 5 * 60_000,
  });
