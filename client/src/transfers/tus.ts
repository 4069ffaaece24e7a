import { pause } from '../core/abort.ts';
import { FilemillError } from '../core/errors.ts';
import { computeDelay, isPassing } from '../core/retry.ts';
import type { Transport } from '../core/transport.ts';

const tusHeaders = { 'tus-resumable': '1.0.0' };
const smallest = 256 * 1024;
const largest = 32 * 1024 * 1024;
/** A part takes about this long: often enough to show progress, and rarely enough to cost nothing. */
const targetMs = 500;
const pieceMs = 5 * 60_000;
/** The status codes of a store that accepts only whole files and does not support tus. */
const notTus = new Set([403, 405, 501]);

interface Pieces {
  tell(loaded: number): void;
  signal: AbortSignal | undefined;
  resume: boolean;
}

/**
 * Uploads a file in parts with tus 1.0.0. After an error it asks how much was stored and continues from there. It gives
 * up after several consecutive tries without progress. Resolves to false if the URL accepts only whole files.
 */
export async function uploadInPieces(
  transport: Transport,
  url: string,
  data: Blob,
  { tell, signal, resume }: Pieces,
): Promise<boolean> {
  let offset = 0;
  let known = !resume;
  let size = smallest;
  for (let failures = 0; ; ) {
    try {
      if (!known) offset = await askOffset(transport, url, signal);
      known = true;
      tell(offset);
      while (offset < data.size) {
        const began = Date.now();
        offset = await sendPiece(transport, url, data, offset, size, signal);
        failures = 0;
        tell(offset);
        const took = Math.max(1, Date.now() - began);
        size = Math.min(largest, Math.max(smallest, Math.min(size * 2, (size * targetMs) / took)));
      }
      return true;
    } catch (error) {
      signal?.throwIfAborted();
      if (isOtherStore(error)) return false;
      // The service has stored a different number of bytes than expected: ask it.
      const conflict = error instanceof FilemillError && error.code === 'upload_conflict';
      const delay = conflict
        ? computeDelay(new FilemillError('unavailable', ''), failures, true, transport.retry)
        : computeDelay(error, failures, isPassing(error, true), transport.retry);
      if (delay === undefined) throw error;
      failures += 1;
      known = false;
      size = smallest;
      await pause(delay, signal);
    }
  }
}

const isOtherStore = (error: unknown): boolean =>
  error instanceof FilemillError && error.code === 'unexpected_answer' && notTus.has(error.status);

function askOffset(transport: Transport, url: string, signal: AbortSignal | undefined): Promise<number> {
  return transport.trySigned(url, { method: 'HEAD', headers: tusHeaders, signal }, readOffset);
}

function sendPiece(
  transport: Transport,
  url: string,
  data: Blob,
  offset: number,
  size: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const headers = {
    ...tusHeaders,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  };
  const body = data.slice(offset, offset + Math.round(size), '');
  return transport.trySigned(url, { method: 'PATCH', headers, body, signal, timeoutMs: pieceMs }, readOffset);
}

function readOffset(response: Response): number {
  const offset = response.headers.get('upload-offset');
  if (offset === null || !/^\d+$/.test(offset))
    throw new FilemillError('unexpected_answer', 'The upload URL does not report its offset.', {
      status: 501,
    });
  return Number(offset);
}
