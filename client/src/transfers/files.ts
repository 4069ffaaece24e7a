import { FilemillError } from '../core/errors.ts';
import { makeRandomKey } from '../core/random.ts';

interface OpenFile {
  appendFile(data: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** The functions of Node's file system that are used here; Bun and Deno have them too. */
interface FileSystem {
  openAsBlob?(path: string | URL): Promise<Blob>;
  promises: {
    readFile(path: string | URL): Promise<Uint8Array>;
    stat(path: string): Promise<{ isDirectory(): boolean }>;
    mkdtemp(prefix: string): Promise<string>;
    rm(path: string, options: { recursive: boolean; force: boolean }): Promise<void>;
    open(path: string, flags: string): Promise<OpenFile>;
    rename(from: string, to: string): Promise<void>;
    unlink(path: string): Promise<void>;
    access(path: string): Promise<void>;
  };
}

/** Imports a module by a name that bundlers for browsers do not follow. */
const importNamed = (name: string): Promise<unknown> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ name);

async function loadFileSystem(): Promise<FileSystem> {
  try {
    return (await importNamed('node:fs')) as FileSystem;
  } catch (cause) {
    throw new FilemillError(
      'invalid_input',
      'Paths are not available in browsers: pass a File or a Blob, and read the result as a blob.',
      { cause },
    );
  }
}

/** Opens a file as a Blob that is read only while it is sent. */
export async function openPath(path: string | URL): Promise<Blob> {
  const fs = await loadFileSystem();
  try {
    // Node 18 can only read the whole file.
    if (!fs.openAsBlob) return new Blob([(await fs.promises.readFile(path)) as Uint8Array<ArrayBuffer>]);
    return await fs.openAsBlob(path);
  } catch (cause) {
    throw new FilemillError('invalid_input', `${path} cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** Longer streams are buffered in a temporary file, if there is a file system. */
const keptInMemory = 32 * 1024 * 1024;

/** Reads all of a stream, because the service must know its size before the first byte is sent. */
export async function keepStream(
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<{ data: Blob; close?: () => Promise<void> }> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const chunks = readChunks(stream, signal);
  for await (const chunk of chunks) {
    parts.push(chunk as Uint8Array<ArrayBuffer>);
    size += chunk.length;
    if (size > keptInMemory && hasFiles()) return keepInFile(parts, chunks);
  }
  return { data: new Blob(parts) };
}

const hasFiles = (): boolean => 'process' in globalThis;

async function keepInFile(before: Uint8Array[], rest: AsyncIterable<Uint8Array>) {
  const { promises: fs } = await loadFileSystem();
  const { tmpdir } = (await importNamed('node:os')) as { tmpdir(): string };
  const folder = await fs.mkdtemp(`${tmpdir()}/filemill-`);
  const close = () => fs.rm(folder, { recursive: true, force: true });
  try {
    const path = `${folder}/input`;
    const file = await fs.open(path, 'wx');
    try {
      for (const chunk of before) await file.appendFile(chunk);
      for await (const chunk of rest) await file.appendFile(chunk);
    } finally {
      await file.close();
    }
    return { data: await openPath(path), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Iterates over a stream, which not every browser supports natively. */
async function* readChunks(
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if (!(stream instanceof ReadableStream)) {
    for await (const chunk of stream) {
      signal?.throwIfAborted();
      yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    }
    return;
  }
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      signal?.throwIfAborted();
      yield part.value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Returns true if a path is a folder. */
export async function isFolder(path: string): Promise<boolean> {
  const { promises: fs } = await loadFileSystem();
  return fs.stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
}

export async function saveStream(
  stream: ReadableStream<Uint8Array>,
  path: string,
  { overwrite = false }: { overwrite?: boolean } = {},
): Promise<void> {
  const { promises: fs } = await loadFileSystem();
  if (!overwrite && (await exists(fs, path))) {
    await stream.cancel();
    throw fileExistsError(path);
  }
  const partial = `${path}.${makeRandomKey().slice(0, 8)}.part`;
  try {
    await writeAll(await fs.open(partial, 'wx'), stream);
    if (!overwrite) await reserve(fs, path);
    await fs.rename(partial, path);
  } catch (error) {
    await fs.unlink(partial).catch(() => {});
    throw error;
  }
}

async function writeAll(file: OpenFile, stream: ReadableStream<Uint8Array>): Promise<void> {
  try {
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read())
      await file.appendFile(part.value);
  } finally {
    await file.close();
  }
}

/** Creates the file, or fails if another process has created it in the meantime. */
async function reserve(fs: FileSystem['promises'], path: string): Promise<void> {
  const file = await fs.open(path, 'wx').catch(error => {
    throw error.code === 'EEXIST' ? fileExistsError(path) : error;
  });
  await file.close();
}

const exists = (fs: FileSystem['promises'], path: string): Promise<boolean> =>
  fs.access(path).then(
    () => true,
    () => false,
  );

const fileExistsError = (path: string): FilemillError =>
  new FilemillError('invalid_input', `${path} already exists; set overwrite to replace it.`);
