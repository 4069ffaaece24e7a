import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inheritOwner } from './runner.ts';

/** The `pg` settings with which any process of this machine connects to the embedded server. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

export const port = 5432;

/** The path of a socket may have at most 107 bytes. This leaves some room. */
const longestSocketPath = 100;

/** The folders and files of the embedded server inside `DATA_DIR`. */
export interface ClusterPaths {
  folder: string;
  cluster: string;
  log: string;
  /** The lock of the process that starts or stops the server. */
  startLock: string;
  /** The lock that every process which uses the server holds in shared mode. */
  usersLock: string;
  /** The lock that the processes of the server itself hold until the last of them ends. */
  serverLock: string;
}

export async function findClusterPaths(dataDir: string): Promise<ClusterPaths> {
  if (await mkdir(join(dataDir, 'database'), { recursive: true, mode: 0o700 }))
    await inheritOwner(join(dataDir, 'database'));
  // The server is found by its path later, so that symbolic links must be resolved.
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
 * Creates the folder of the socket. The database has no password: it is protected because only the owner may enter
 * this folder. It is next to the cluster or, if that path is too long for a socket, in a runtime folder.
 */
export async function makeSocketDir(paths: ClusterPaths, fallback?: string): Promise<string> {
  const beside = join(paths.folder, 'run');
  if (fits(beside)) {
    await mkdir(beside, { recursive: true, mode: 0o700 });
    await inheritOwner(beside);
    return beside;
  }
  const name = `filemill-${createHash('sha256').update(paths.folder).digest('hex').slice(0, 16)}`;
  const parents = [fallback, process.env.XDG_RUNTIME_DIR, tmpdir(), '/tmp'].filter(
    parent => parent !== undefined,
  );
  const dir = parents.map(parent => join(parent, name)).find(fits);
  if (!dir) throw new Error(`No folder short enough for a socket (tried ${parents.join(', ')})`);
  if (await mkdir(dir, { recursive: true, mode: 0o700 })) await inheritOwner(dir, paths.folder);
  const { uid, mode } = await lstat(dir);
  // Another user of the machine could have created the folder to intercept connections.
  const owner = await stat(paths.folder);
  if (uid !== owner.uid || (mode & 0o077) !== 0)
    throw new Error(`${dir} must belong to this user and be closed to others; remove it and start again.`);
  return dir;
}
