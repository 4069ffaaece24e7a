import { createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fetch } from 'undici';
import { limits } from '../../settings/limits.ts';
import type { UrlSource } from '../model.ts';
import { Unreachable } from './unreachable.ts';

type RemoteFile = UrlSource['files'][number];

/** More bytes arrived than the file has, so it is a different file and nothing is kept. */
class TooLong extends Error {}

const measureFile = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.size ?? 0;

/**
 * Returns the target of a redirect. The hash verifies the bytes, so another host is allowed, but only with
 * encryption.
 */
export function readRedirect(from: string, location: string | null): string {
  const to = location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (!to || !/^https?:$/.test(to.protocol) || (to.protocol === 'http:' && from.startsWith('https:')))
    throw new Error(`${new URL(from).host} redirects to a URL that is not allowed: ${location}`);
  return to.href;
}

async function followRedirects(url: string, headers: Record<string, string>, signal: AbortSignal) {
  let address = url;
  for (let redirects = 0; ; redirects++) {
    const { host } = new URL(address);
    const response = await fetch(address, { signal, headers, redirect: 'manual' }).catch(error => {
      const why = (error.cause as { code?: string } | undefined)?.code ?? error.message;
      throw new Unreachable(
        `${host} could not be reached (${why}). This model is downloaded from the internet.`,
      );
    });
    if (response.status < 300 || response.status >= 400) return response;
    await response.body?.cancel();
    if (redirects === limits.modelRedirects) throw new Error(`${host} redirects too often for ${url}`);
    address = readRedirect(address, response.headers.get('location'));
  }
}

/** Opens a URL from an offset, or from the start if the server does not support ranges. */
async function openUrl(url: string, from: number, signal: AbortSignal) {
  const { host } = new URL(url);
  const response = await followRedirects(url, from > 0 ? { range: `bytes=${from}-` } : {}, signal);
  if (!response.ok || !response.body) throw new Error(`${host} responded with ${response.status} for ${url}`);
  const continues =
    response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${from}-`);
  return { body: Readable.fromWeb(response.body), start: continues ? from : 0 };
}

/** Receives the missing part of a file, in one attempt. */
async function receive(
  { url, size }: RemoteFile,
  path: string,
  onBytes: (bytes: number) => void,
  stop: AbortSignal,
): Promise<void> {
  // Aborts when the server sends nothing for a while.
  const controller = new AbortController();
  const silence = setTimeout(
    () => controller.abort(new Error('the server stopped sending')),
    limits.modelFetchIdleSeconds * 1000,
  );
  const signal = AbortSignal.any([controller.signal, stop]);
  try {
    const { body, start } = await openUrl(url, await measureFile(path), signal);
    let received = start;
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          silence.refresh();
          received += chunk.length;
          if (received > size) throw new TooLong(`${url} is longer than the expected ${size} bytes`);
          onBytes(received);
          yield chunk;
        }
      },
      createWriteStream(path, { flags: start > 0 ? 'a' : 'w' }),
      { signal },
    );
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(silence);
  }
}

/** Successive attempts that receive nothing. */
const maxInVain = 3;

/** Receives a file and resumes after broken connections. */
async function receiveAll(
  file: RemoteFile,
  path: string,
  onBytes: (bytes: number) => void,
  stop: AbortSignal,
): Promise<void> {
  let most = await measureFile(path);
  if (most === file.size) return;
  for (let inVain = 0; ; ) {
    try {
      return await receive(file, path, onBytes, stop);
    } catch (error) {
      const has = await measureFile(path);
      inVain = has > most ? 0 : inVain + 1;
      most = Math.max(most, has);
      if (stop.aborted || error instanceof TooLong || inVain === maxInVain) throw error;
    }
  }
}

/**
 * Downloads a model's files and returns their paths. The caller verifies them. If it fails, the received
 * parts are kept beside the work folder by their hash, and the next pull resumes from there.
 */
export async function fetchUrls(
  source: UrlSource,
  work: string,
  onBytes: (bytes: number) => void,
  stop: AbortSignal,
): Promise<string[]> {
  const files = source.files.map(file => ({
    ...file,
    path: join(work, `download-${file.as}`),
    kept: join(dirname(work), `${file.sha256}.part`),
  }));
  // The rename takes the kept part for this pull; a second pull at the same time starts from the beginning.
  for (const { path, kept } of files) await rename(kept, path).catch(() => {});
  let before = 0;
  try {
    for (const file of files) {
      await receiveAll(file, file.path, bytes => onBytes(before + bytes), stop);
      before += file.size;
    }
  } catch (error) {
    if (!(error instanceof TooLong))
      for (const { path, kept } of files) await rename(path, kept).catch(() => {});
    throw error;
  }
  return files.map(({ path }) => path);
}
