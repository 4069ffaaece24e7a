import { FilemillError } from '../core/errors.ts';

interface OpenFile {
  appendFile(data: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** The few functions of Node's file system that are used here; Bun and Deno have them too. */
interface FileSystem {
  openAsBlob?(path: string): Promise<Blob>;
  promises: {
    readFile(path: string): Promise<Uint8Array>;
    open(path: string, flags: string): Promise<OpenFile>;
    rename(from: string, to: string): Promise<void>;
    unlink(path: string): Promise<void>;
    access(path: string): Promise<void>;
  };
}

/** Loaded when it is first needed, by a name that bundlers for browsers do not follow. */
async function fileSystem(): Promise<FileSystem> {
  const name = 'node:fs';
  try {
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as FileSystem;
  } catch (cause) {
    throw new FilemillError(
      'invalid_input',
      'There are no paths here: give a File or a Blob, and read the result as a blob.',
      {
        cause,
      },
    );
  }
}

export async function saveStream(
  stream: ReadableStream<Uint8Array>,
  path: string,
  { overwrite = false }: { overwrite?: boolean } = {},
): Promise<void> {
  const { promises: fs } = await fileSystem();
  if (!overwrite && (await exists(fs, path))) {
    await stream.cancel();
    throw alreadyThere(path);
  }
  const partial = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
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

/** Makes the file ours, or fails where somebody made it since we looked. */
async function reserve(fs: FileSystem['promises'], path: string): Promise<void> {
  const file = await fs.open(path, 'wx').catch(error => {
    throw error.code === 'EEXIST' ? alreadyThere(path) : error;
  });
  await file.close();
}

const exists = (fs: FileSystem['promises'], path: string): Promise<boolean> =>
  fs.access(path).then(
    () => true,
    () => false,
  );

const alreadyThere = (path: string): FilemillError =>
  new FilemillError('invalid_input', `${path} is already there; say overwrite to replace it.`);
