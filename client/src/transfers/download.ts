import type { CallOptions } from '../core/api.ts';
import { FilemillError } from '../core/errors.ts';
import type { Transport } from '../core/transport.ts';
import { saveStream } from './files.ts';
import { measureProgress, type TransferProgress } from './progress.ts';
import { makeSafeFilename } from './safe-names.ts';

interface Source extends CallOptions {
  /** A URL that may have expired. */
  url: string | undefined;
  /** Requests a new URL. */
  refresh(): Promise<string>;
}

/** A download. It can be read once, in one of these ways. */
export interface Download {
  /** The name from the response, sanitized so that it is safe in any folder. */
  filename: string;
  contentType: string;
  size: number;
  /** The bytes as a stream. After a broken connection the rest is requested. */
  stream(options?: { onProgress?: (progress: TransferProgress) => void }): ReadableStream<Uint8Array>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array>;
  text(): Promise<string>;
  /**
   * Writes the file to a path, not in browsers; it appears only when it is complete. Does not overwrite unless
   * `overwrite` is set.
   */
  saveTo(path: string, options?: { overwrite?: boolean }): Promise<void>;
}

/** Requests a file. Resolves when its first bytes arrive. */
export async function openDownload(transport: Transport, source: Source): Promise<Download> {
  const { signal } = source;
  let { url } = source;
  const ask = async (headers: Record<string, string>): Promise<Response> => {
    const request = { method: 'GET', headers, signal, repeatable: true };
    if (url !== undefined)
      try {
        return await transport.sendSigned(url, request, response => response);
      } catch (error) {
        // The URL has expired, so a new one is requested.
        if (!(error instanceof FilemillError && error.status === 403)) throw error;
      }
    url = await source.refresh();
    return transport.sendSigned(url, request, response => response);
  };
  const first = await ask({});
  const size = Number(first.headers.get('content-length') ?? 0);
  const contentType = first.headers.get('content-type') ?? 'application/octet-stream';
  const stream: Download['stream'] = ({ onProgress } = {}) =>
    toStream(readOn(first, ask, signal, measureProgress(size, onProgress)));
  const answer = () => new Response(stream(), { headers: { 'content-type': contentType } });
  return {
    filename: makeSafeFilename(readFilename(first.headers.get('content-disposition')) ?? 'download'),
    contentType,
    size,
    stream,
    blob: () => answer().blob(),
    bytes: async () => new Uint8Array(await answer().arrayBuffer()),
    text: () => answer().text(),
    saveTo: (path, options) => saveStream(stream(), path, options),
  };
}

/** How many times in a row a connection may fail without delivering a byte. */
const maxFaults = 4;

async function* readOn(
  first: Response,
  ask: (headers: Record<string, string>) => Promise<Response>,
  signal: AbortSignal | undefined,
  tell: (loaded: number) => void,
): AsyncGenerator<Uint8Array> {
  const etag = first.headers.get('etag');
  let loaded = 0;
  let response = first;
  for (let faults = 0; ; ) {
    const reader = response.body!.getReader();
    const stop = () => void reader.cancel(signal?.reason).catch(() => {});
    signal?.addEventListener('abort', stop, { once: true });
    try {
      for (;;) {
        const { done, value } = await reader.read();
        signal?.throwIfAborted();
        if (done) return;
        faults = 0;
        loaded += value.length;
        tell(loaded);
        yield value;
      }
    } catch (error) {
      signal?.throwIfAborted();
      faults += 1;
      if (etag === null || faults > maxFaults)
        throw new FilemillError('connection_failed', 'The download was interrupted.', { cause: error });
    } finally {
      signal?.removeEventListener('abort', stop);
      stop();
    }
    response = await ask({ range: `bytes=${loaded}-`, 'if-range': etag });
    // The whole file was sent again, so it has changed.
    if (response.status !== 206)
      throw new FilemillError('unexpected_answer', 'The file changed during the download.');
  }
}

function toStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** Parses a file name according to RFC 6266, preferring `filename*`. */
export function readFilename(disposition: string | null): string | undefined {
  if (disposition === null) return undefined;
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended !== undefined)
    try {
      return decodeURIComponent(extended);
    } catch {
      // `filename*` is malformed, so the plain `filename` is used.
    }
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1');
  return quoted ?? /filename=([^;]+)/i.exec(disposition)?.[1]?.trim();
}
