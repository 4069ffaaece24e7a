import { FilemillError } from '../core/errors.ts';
import { readFilename } from './download.ts';
import { keepStream, openPath } from './files.ts';

/**
 * A file as given by callers: a path or a URL as a string (no paths in browsers), a File or Blob, bytes, or a stream.
 * If it has no name, `filename` sets one, because the format is derived from it.
 */
export type FileInput =
  | string
  | URL
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** A file that the service fetches itself, by its address or from a connection of the workspace, so that it passes no client. */
export type RemoteFile = { url: string | URL } | { connection: string; key: string };

export const isRemote = (file: unknown): file is RemoteFile =>
  typeof file === 'object' &&
  file !== null &&
  !(file instanceof Blob) &&
  !(file instanceof URL) &&
  ('url' in file || 'connection' in file);

/** Names a remote file as the API does. Its name and type are optional. */
export const describeRemote = (file: RemoteFile, { filename, contentType }: InputOptions = {}) => ({
  ...('url' in file
    ? { inputUrl: String(file.url) }
    : { input: { connection: file.connection, key: file.key } }),
  ...(filename !== undefined && { filename }),
  ...(contentType !== undefined && { contentType }),
});

export interface InputOptions {
  /** Overrides its name. */
  filename?: string | undefined;
  /** Overrides its type. Without either, the format is derived from the name. */
  contentType?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A file ready to be sent. */
export interface OpenInput {
  data: Blob;
  filename: string;
  contentType: string;
  /** Removes the temporary copy of a stream. */
  close(): Promise<void>;
}

const unknownType = 'application/octet-stream';
const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);
const takeLastPart = (path: string): string => path.split(/[/\\]/).pop() ?? '';

export async function openInput(input: FileInput, options: InputOptions = {}): Promise<OpenInput> {
  const { data, name, type, close } = await openAny(input, options.signal);
  const filename = options.filename ?? name;
  if (!filename)
    throw new FilemillError(
      'invalid_input',
      'Pass a name as `filename`: its extension determines the format.',
    );
  if (data.size === 0) throw new FilemillError('invalid_input', `${filename} is empty.`);
  return {
    data,
    filename: takeLastPart(filename),
    contentType: options.contentType ?? (type || unknownType),
    close: close ?? (async () => {}),
  };
}

interface Opened {
  data: Blob;
  name?: string | undefined;
  type?: string | undefined;
  close?: () => Promise<void>;
}

async function openAny(input: FileInput, signal: AbortSignal | undefined): Promise<Opened> {
  if (typeof input === 'string' && !isUrl(input))
    return { data: await openPath(input), name: takeLastPart(input) };
  if (typeof input === 'string' || input instanceof URL) return openAddress(new URL(input), signal);
  if (input instanceof Blob) {
    const { name } = input as { name?: string };
    // Browsers derive a File's type from its name, each in its own way; the service uses the name itself.
    return name ? { data: input, name } : { data: input, type: input.type };
  }
  if (input instanceof ArrayBuffer || ArrayBuffer.isView(input))
    return { data: new Blob([input as ArrayBuffer]) };
  if (input instanceof ReadableStream || Symbol.asyncIterator in input) return keepStream(input, signal);
  throw new FilemillError(
    'invalid_input',
    'Pass a path, a URL, a File or Blob, bytes, or a stream of bytes.',
  );
}

/** Fetches a file from a URL here, so that it may be one that only the caller can reach. `RemoteFile` lets the service fetch it. */
async function openAddress(url: URL, signal: AbortSignal | undefined): Promise<Opened> {
  if (url.protocol === 'file:')
    return { data: await openPath(url), name: takeLastPart(decodeURIComponent(url.pathname)) };
  const response = await fetch(url, { ...(signal && { signal }) }).catch(cause => {
    signal?.throwIfAborted();
    throw new FilemillError(
      'invalid_input',
      `The file could not be fetched: ${url.host} cannot be reached.`,
      { cause },
    );
  });
  if (!response.ok)
    throw new FilemillError(
      'invalid_input',
      `The file could not be fetched: ${url.host} answered ${response.status}.`,
    );
  const name =
    readFilename(response.headers.get('content-disposition')) ??
    takeLastPart(decodeURIComponent(url.pathname));
  const type = response.headers.get('content-type') ?? undefined;
  const kept = await keepStream(response.body!, signal);
  // A name with an extension is more reliable than the media types of web servers.
  return { ...kept, name: name || 'file', type: /\.\w+$/.test(name) ? undefined : type };
}
