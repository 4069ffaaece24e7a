import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inheritOwner } from './runner.ts';

/** How any process of this machine reaches the embedded server, in the words of `pg`. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

export const port = 5432;

/** A socket's path must fit in 107 bytes; we stay clear of that. */
const longestSocketPath = 100;

/** Where everything of the embedded server lies inside `DATA_DIR`. */
export interface Place {
  folder: string;
  cluster: string;
  log: string;
  /** Held while somebody starts or stops the server. */
  startLock: string;
  /** Held, shared, by every process that uses the server. */
  usersLock: string;
  /** Held by the processes of the server itself, as long as one of them lives. */
  serverLock: string;
}

export async function findPlace(dataDir: string): Promise<Place> {
  if (await mkdir(join(dataDir, 'database'), { recursive: true, mode: 0o700 }))
    await inheritOwner(join(dataDir, 'database'));
  // The real path, because the server is recognised by it later, however it was named.
  const folder = await realpath(join(dataDir, 'database'));
  return {
    folder,
    cluster: join(folder, 'cluster'),
    log: join(folder, 'server.log'),
    startLock: join(folder, 'start.lock'),
    usersLock: join(folder, 'users.lock'),
    serverLock: join(folder, 'server.lock'),
  };
}

export const describeConnection = (socketDir: string): EmbeddedConnection => ({
  host: socketDir,
  port,
  user: 'filemill',
  database: 'filemill',
});

const fits = (socketDir: string): boolean =>
  Buffer.byteLength(join(socketDir, `.s.PGSQL.${port}.lock`)) <= longestSocketPath;

/**
 * The folder of the socket, which only its owner may enter: that is what guards the database, since no password
 * does. Beside the cluster, or in a short runtime folder where that path would be too long for a socket.
 */
export async function makeSocketDir(place: Place, fallback?: string): Promise<string> {
  const beside = join(place.folder, 'run');
  if (fits(beside)) {
    await mkdir(beside, { recursive: true, mode: 0o700 });
    await inheritOwner(beside);
    return beside;
  }
  const name = `filemill-${createHash('sha256').update(place.folder).digest('hex').slice(0, 16)}`;
  const parents = [fallback, process.env.XDG_RUNTIME_DIR, tmpdir(), '/tmp'].filter(
    parent => parent !== undefined,
  );
  const dir = parents.map(parent => join(parent, name)).find(fits);
  if (!dir) throw new Error(`No folder short enough for a socket (tried ${parents.join(', ')})`);
  if (await mkdir(dir, { recursive: true, mode: 0o700 })) await inheritOwner(dir, place.folder);
  const { uid, mode } = await lstat(dir);
  // Another user of the machine may have made it first, to listen in.
  const owner = await stat(place.folder);
  if (uid !== owner.uid || (mode & 0o077) !== 0)
    throw new Error(`${dir} must belong to this user and be closed to others; remove it and start again.`);
  return dir;
}
