import { queryOptions, skipToken } from '@tanstack/react-query';

/** A browser opens six connections per host, and thumbnails must leave some for everything else. */
const maxAtOnce = 2;
const maxTries = 5;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs some requests at a time. The newest comes first, because it is in view. */
async function takeTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (running >= maxAtOnce) await new Promise<void>(resolve => waiting.push(resolve));
  running += 1;
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    running -= 1;
    waiting.pop()?.();
  }
}

const addressOf = (workspaceId: string, artifactId: string, what: 'thumbnail' | 'preview' | 'pdf'): string =>
  new URL(`api/workspace/workspaces/${workspaceId}/artifacts/${artifactId}/${what}`, document.baseURI).href;

const readAsAddress = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });

/** Asks for a stored preview until it is made; null if there is none. */
async function fetchStored(
  address: string,
  signal: AbortSignal,
  tries = 1,
): Promise<Blob | 'used up' | null> {
  const response = await fetch(address, { signal });
  if (response.status === 200) return response.blob();
  if (response.status === 429) return 'used up';
  // It waits in the queue behind others' jobs.
  if (response.status === 202 && tries < maxTries) return fetchStored(address, signal, tries + 1);
  return null;
}

async function fetchThumbnail(address: string, signal: AbortSignal): Promise<string | null> {
  const picture = await fetchStored(address, signal);
  return picture instanceof Blob ? readAsAddress(picture) : null;
}

/** A small picture of a stored file as an address; null if it has none. The service makes it once. */
export const thumbnailQuery = (workspaceId: string, artifactId: string | undefined) =>
  queryOptions({
    queryKey: ['thumbnail', workspaceId, artifactId],
    queryFn: artifactId
      ? ({ signal }) =>
          takeTurn(() => fetchThumbnail(addressOf(workspaceId, artifactId, 'thumbnail'), signal), signal)
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** A stored document as a PDF; null if it cannot be shown as one. The service makes it once, without a job. */
export const pdfQuery = (workspaceId: string, artifactId: string | undefined) =>
  queryOptions({
    queryKey: ['pdf', workspaceId, artifactId],
    queryFn: artifactId
      ? ({ signal }) => fetchStored(addressOf(workspaceId, artifactId, 'pdf'), signal)
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });

interface PreviewRequest {
  type: string;
  options: Record<string, unknown>;
  furtherArtifactIds?: string[];
}

async function fetchPreview(
  address: string,
  request: PreviewRequest,
  signal: AbortSignal,
): Promise<Blob | 'used up' | null> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  });
  if (response.status === 429) return 'used up';
  return response.status === 200 ? response.blob() : null;
}

/** Reads the result that a job would give of a stored file, without a job; null if it cannot be shown. A newer request ends an older one. */
export const previewQuery = (workspaceId: string, artifactId: string, request: PreviewRequest) =>
  queryOptions({
    queryKey: ['preview', workspaceId, artifactId, request],
    queryFn: ({ signal }) => fetchPreview(addressOf(workspaceId, artifactId, 'preview'), request, signal),
    placeholderData: previous => previous,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });

/** The fields of a stored PDF as a job lists them in JSON, without a job; null if they cannot be read, as without its password. */
export const formFieldsQuery = (
  workspaceId: string,
  artifactId: string | undefined,
  password: string | undefined,
) =>
  queryOptions({
    queryKey: ['form-fields', workspaceId, artifactId, password],
    queryFn: artifactId
      ? async ({ signal }): Promise<string | null> => {
          const request = { type: 'pdf-form', options: { action: 'list', ...(password && { password }) } };
          const list = await fetchPreview(addressOf(workspaceId, artifactId, 'preview'), request, signal);
          return list instanceof Blob ? list.text() : null;
        }
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
