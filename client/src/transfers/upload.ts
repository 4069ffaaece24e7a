import type { CallOptions } from '../core/api.ts';
import type { Transport } from '../core/transport.ts';
import { measureProgress, type TransferProgress } from './progress.ts';
import { uploadInPieces } from './tus.ts';

export interface UploadOptions extends CallOptions {
  onProgress?: ((progress: TransferProgress) => void) | undefined;
  /** Resumes an earlier upload to the same URL, for example after the page was reloaded. */
  resume?: boolean | undefined;
  /** Headers for a whole file: `upload.headers` of the job. */
  headers?: Record<string, string> | undefined;
  /** The URL for parts, if it differs: `upload.resumableUrl` of the job. */
  resumableUrl?: string | undefined;
  /** Larger files are sent in parts, which survive a broken connection and report progress. */
  piecesFrom?: number | undefined;
}

/** 8 MiB: for smaller files one request is faster than asking for the offset. */
export const defaultPiecesFrom = 8 * 1024 * 1024;
/** The time limit of a whole file before its connection counts as broken. */
const wholeFileMs = 10 * 60_000;

/** Uploads a file to a signed URL. */
export async function upload(
  transport: Transport,
  url: string,
  data: Blob,
  {
    onProgress,
    signal,
    resume = false,
    headers,
    resumableUrl = url,
    piecesFrom = defaultPiecesFrom,
  }: UploadOptions = {},
): Promise<void> {
  const tell = measureProgress(data.size, onProgress);
  if (resume || data.size > piecesFrom) {
    const sent = await uploadInPieces(transport, resumableUrl, data, { tell, signal, resume });
    if (sent) return;
  }
  tell(0);
  await transport.sendSigned(
    url,
    {
      method: 'PUT',
      // The slice has no type, because fetch would send it as the Content-Type, and the URL may be bound to another.
      body: data.slice(0, data.size, ''),
      headers,
      signal,
      timeoutMs: wholeFileMs,
      repeatable: true,
    },
    response => response.body?.cancel(),
  );
  tell(data.size);
}
