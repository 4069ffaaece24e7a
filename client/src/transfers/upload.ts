import type { CallOptions } from '../core/api.ts';
import type { Transport } from '../core/transport.ts';
import { measureProgress, type TransferProgress } from './progress.ts';
import { uploadInPieces } from './tus.ts';

export interface UploadOptions extends CallOptions {
  onProgress?: ((progress: TransferProgress) => void) | undefined;
  /** Goes on where an earlier upload to the same address ended, for example before the page was loaded anew. */
  resume?: boolean | undefined;
  /** What the service said is to be sent with a whole file: `upload.headers` of the job. */
  headers?: Record<string, string> | undefined;
  /** Where pieces go, if the service named another address for them: `upload.resumableUrl` of the job. */
  resumableUrl?: string | undefined;
  /** Files of more bytes than this go in pieces, which survive a broken line and tell progress. */
  piecesFrom?: number | undefined;
}

/** 8 MiB: below it one request is quicker than asking how far one has come. */
export const defaultPiecesFrom = 8 * 1024 * 1024;
/** How long a file sent whole may take before its connection counts as broken. */
const wholeFileMs = 10 * 60_000;

/** Sends a file to a signed upload address. */
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
      // Without its type: fetch would send that as the Content-Type, and the address may be bound to another.
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
