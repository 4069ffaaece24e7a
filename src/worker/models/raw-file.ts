import { closeSync, constants, fchownSync, fstatSync, openSync, read, write } from 'node:fs';
import { promisify } from 'node:util';
import { JobFailure } from '../../contract/failure.ts';
import { Breach } from '../hosts/breach.ts';
import { HeldFolders } from '../hosts/folders/held-folders.ts';
import type { Identity } from '../sandbox/identity.ts';

/** A file in a folder that a host can write to. */
export interface Place {
  folder: string;
  path: string;
}

const readBytes = promisify(read);
const writeBytes = promisify(write);
const chunkBytes = 4 * 1024 * 1024;

async function copyBytes(from: number, to: number, size: number): Promise<void> {
  const chunk = Buffer.allocUnsafe(Math.min(size, chunkBytes));
  for (let at = 0; at < size; ) {
    const { bytesRead } = await readBytes(from, chunk, 0, Math.min(chunk.length, size - at), at);
    if (bytesRead === 0) throw new Breach('a raw file became shorter while it was read');
    await writeBytes(to, chunk, 0, bytesRead, at);
    at += bytesRead;
  }
}

function openFile(place: Place, flags: number): number {
  const folders = new HeldFolders(place.folder);
  try {
    const fd = openSync(
      folders.name(folders.within(place.path)),
      flags | constants.O_NOFOLLOW | constants.O_NONBLOCK,
      0o600,
    );
    if (fstatSync(fd).isFile()) return fd;
    closeSync(fd);
    throw new Error('not a regular file');
  } catch (error) {
    if (error instanceof Breach) throw error;
    throw new Breach(`raw file ${JSON.stringify(place.path)}: ${(error as Error).message}`);
  } finally {
    folders.close();
  }
}

/**
 * Copies raw samples or pixels from one host's folder into another's, as a new file of `owner`. Neither host
 * can redirect it by a link, or make it longer than it was.
 */
export async function copyRaw(
  from: Place,
  to: Place,
  owner: Identity | undefined,
  maxBytes: number,
): Promise<void> {
  const source = openFile(from, constants.O_RDONLY);
  try {
    const { size } = fstatSync(source);
    if (size > maxBytes)
      throw new JobFailure('limit_exceeded', `${size} bytes for a model, at most ${maxBytes} are allowed`);
    const target = openFile(to, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
    try {
      if (owner) fchownSync(target, owner.uid, owner.gid);
      await copyBytes(source, target, size);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}
