import { randomUUID } from 'node:crypto';
import { type Dispatcher, request } from 'undici';
import {
  type ConnectionClient,
  ConnectionProblem,
  getFolder,
  type HttpPlace,
  makeStatusProblem,
  type OutgoingFile,
} from './client.ts';
import { listWebdav } from './list-webdav.ts';
import { openUrl } from './open-url.ts';

const encodeKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/** Sends requests to the files below an address. */
function makeSender({ url, headers }: HttpPlace, dispatcher: Dispatcher) {
  const base = url.endsWith('/') ? url : `${url}/`;
  const locate = (key: string): string => base + encodeKey(key);
  async function send(
    method: string,
    address: string,
    signal: AbortSignal,
    more: { headers?: Record<string, string>; file?: OutgoingFile } = {},
  ): Promise<number> {
    const { file } = more;
    const body = file && (await file.read());
    const response = await request(address, {
      method: method as Dispatcher.HttpMethod,
      dispatcher,
      signal,
      headers: {
        ...headers,
        ...more.headers,
        ...(file && { 'content-length': String(file.size), 'content-type': file.contentType }),
      },
      ...(body && { body }),
    });
    response.body.on('error', () => {});
    response.body.destroy();
    return response.statusCode;
  }
  function requireSuccess(method: string, status: number): void {
    if (status < 200 || status > 299) throw makeStatusProblem(method, status);
  }
  return { locate, send, requireSuccess };
}

/** Opens a place that takes files by PUT and returns them by GET. Its server must replace files atomically. */
export function openHttp(place: HttpPlace, dispatcher: Dispatcher): ConnectionClient {
  const { locate, send, requireSuccess } = makeSender(place, dispatcher);
  return {
    open: (key, wanted, signal) => openUrl(locate(key), wanted, dispatcher, signal, place.headers),
    async write(key, file, signal) {
      requireSuccess('PUT', await send('PUT', locate(key), signal, { file }));
    },
    async remove(key, signal) {
      await send('DELETE', locate(key), signal);
    },
    // biome-ignore lint/correctness/useYield: such an address has no list.
    async *list() {
      throw new ConnectionProblem('A connection of kind http has no list of its files.');
    },
    close: async () => {},
  };
}

/** Opens a WebDAV server. A file is written under another name and then moved, so that nobody sees a part of it. */
export function openWebdav(place: HttpPlace, dispatcher: Dispatcher): ConnectionClient {
  const { locate, send, requireSuccess } = makeSender(place, dispatcher);
  async function makeFolders(key: string, signal: AbortSignal): Promise<void> {
    const names = key.split('/').slice(0, -1);
    for (const [index] of names.entries()) {
      const status = await send('MKCOL', `${locate(names.slice(0, index + 1).join('/'))}/`, signal);
      // 405 and 409 are answered for a folder that exists, by different servers.
      if (status >= 300 && status !== 405 && status !== 409 && status !== 301)
        throw makeStatusProblem('MKCOL', status);
    }
  }
  return {
    ...openHttp(place, dispatcher),
    list: (prefix, signal) => listWebdav(place, locate, getFolder(prefix), dispatcher, signal),
    async write(key, file, signal) {
      await makeFolders(key, signal);
      const folder = key.split('/').slice(0, -1);
      const partial = locate([...folder, `.${randomUUID()}.part`].join('/'));
      try {
        requireSuccess('PUT', await send('PUT', partial, signal, { file }));
        const moved = await send('MOVE', partial, signal, {
          headers: { destination: locate(key), overwrite: 'T' },
        });
        requireSuccess('MOVE', moved);
      } catch (error) {
        await send('DELETE', partial, AbortSignal.timeout(5000)).catch(() => {});
        throw error;
      }
    },
  };
}
