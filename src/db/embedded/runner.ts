import { execFile } from 'node:child_process';
import { chmod, chown, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** As whom the server runs: PostgreSQL refuses to be root. */
export interface Runner {
  /** What stands before the program. */
  prefix: string[];
  uid?: number;
  gid?: number;
}

const nobody = 65534;

/** The same user under another number, that of `nobody`: no chown, no extra user, and a 0700 home is no obstacle. */
const asNobody = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];
const unshare = ['unshare', ...asNobody];

const canUnshare = (): Promise<boolean> =>
  run('unshare', [...asNobody, 'true']).then(
    () => true,
    () => false,
  );

/** Folders on the way may be closed to all but root, as its home is. */
const mayReach = (folder: string): Promise<boolean> =>
  run('test', ['-x', folder], { uid: nobody, gid: nobody, cwd: '/' }).then(
    () => true,
    () => false,
  );

/** `initdb` refuses a user without a name, as containers like to run one. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** As a plain user: directly. As root: as the folder's owner, or under a mapped user where root owns it. */
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
  // Some containers forbid user namespaces: give the folder to nobody, who owns it from now on, and a way to it.
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

/** What root makes inside another user's folder is that user's too, who may be the one to come next. */
export async function inheritOwner(path: string, folder: string = dirname(path)): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  if (uid !== 0) await chown(path, uid, gid);
}

/** How to spawn `program` as the runner. The environment holds nothing of ours. */
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
