import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fetch } from 'undici';
import { limits } from '../../config.ts';
import type { UrlSource } from '../model.ts';

async function openUrl(url: string, signal: AbortSignal) {
  const { host } = new URL(url);
  const response = await fetch(url, { signal }).catch(error => {
    const why = (error.cause as { code?: string } | undefined)?.code ?? error.message;
    throw new Error(`${host} could not be reached (${why}). This model comes from the internet.`);
  });
  if (!response.ok || !response.body) throw new Error(`${host} answered ${response.status} for ${url}`);
  return Readable.fromWeb(response.body);
}

/** Downloads a model's files; gives for each where it lies now. Whether they are the right ones is checked by the caller. */
export async function fetchUrls(
  source: UrlSource,
  work: string,
  onBytes: (bytes: number) => void,
  stop?: AbortSignal,
): Promise<string[]> {
  let received = 0;
  const paths: string[] = [];
  for (const { url, as, size } of source.files) {
    // A server that falls silent is given up.
    const controller = new AbortController();
    const silence = setTimeout(
      () => controller.abort(new Error('no bytes came any more')),
      limits.modelFetchIdleSeconds * 1000,
    );
    const signal = AbortSignal.any([controller.signal, ...(stop ? [stop] : [])]);
    const path = join(work, `download-${as}`);
    const before = received;
    try {
      await pipeline(
        await openUrl(url, signal),
        async function* (chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            silence.refresh();
            received += chunk.length;
            if (received - before > size)
              throw new Error(`${url} is longer than the ${size} bytes of the manifest`);
            onBytes(received);
            yield chunk;
          }
        },
        createWriteStream(path),
        { signal },
      );
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(silence);
    }
    paths.push(path);
  }
  return paths;
}
