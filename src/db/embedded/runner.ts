import { execFile } from 'node:child_process';
import { chmod, chown, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user that the server runs as, because PostgreSQL refuses to run as root. */
export interface Runner {
  /** The command, if any, that starts the program. */
  prefix: string[];
  uid?: number;
  gid?: number;
}

const nobody = 65534;

/**
 * Maps the current user to `nobody` in a user namespace. This needs no chown and no extra user, and works inside a home
 * folder that only its owner may enter.
 */
const asNobody = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];
const unshare = ['unshare', ...asNobody];

const canUnshare = (): Promise<boolean> =>
  run('unshare', [...asNobody, 'true']).then(
    () => true,
    () => false,
  );

/** Returns true if `nobody` may enter the folder: one of its parents may be open to root only. */
const mayReach = (folder: string): Promise<boolean> =>
  run('test', ['-x', folder], { uid: nobody, gid: nobody, cwd: '/' }).then(
    () => true,
    () => false,
  );

/** Returns false for a user id without a name, which is common in containers and which `initdb` refuses. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/**
 * Chooses the user for the server: ourselves if we are not root, otherwise the folder's owner, or a mapped user if root
 * owns it.
 */
export async function chooseRunner(folder: string, program: string): Promise<Runner> {
  const me = process.getuid?.();
  const owner = await stat(folder);
  if (me !== 0) {
    if (owner.uid === me) return { prefix: !hasName() && (await canUnshare()) ? unshare : [] };
    throw new Error(
      `${folder} belongs to another user; start Filemill as that user or set another DATA_DIR.`,
    );
  }
  if (owner.uid !== 0) return { prefix: [], uid: owner.uid, gid: owner.gid };
  if (await canUnshare()) return { prefix: unshare };
  // Some containers forbid user namespaces. There, `nobody` becomes the owner of the folder and may enter its parent.
  const data = dirname(folder);
  const { mode } = await stat(data);
  if ((mode & 0o001) === 0) {
    await chown(data, 0, nobody);
    await chmod(data, (mode | 0o010) & 0o777);
  }
  for (const path of [program, folder])
    if (!(await mayReach(dirname(path))))
      throw new Error(
        `PostgreSQL does not run as root, and here only as a user who may not enter ${dirname(path)}. ` +
          'Move the checkout and DATA_DIR to a folder that is open to all, such as /opt, start Filemill as a plain user, or set DATABASE_URL.',
      );
  await run('chown', ['-R', `${nobody}:${nobody}`, folder]);
  return { prefix: [], uid: nobody, gid: nobody };
}

/** Gives a file that root created to the owner of its folder, because Filemill may run as that user next time. */
export async function inheritOwner(path: string, folder: string = dirname(path)): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  if (uid !== 0) await chown(path, uid, gid);
}

/** Returns the arguments for spawning `program` as the runner, with an environment that has none of our settings. */
export function asRunner(runner: Runner, program: string, args: string[]) {
  const [command = program, ...rest] = [...runner.prefix, program];
  return {
    command,
    args: [...rest, ...args],
    options: {
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      ...(runner.uid !== undefined && { uid: runner.uid, gid: runner.gid }),
    },
  };
}
