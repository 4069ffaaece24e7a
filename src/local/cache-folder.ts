import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where hosts of this user work, and keep compiled modules from one command to the next; of users' files nothing is left. */
export function chooseCacheFolder(): string {
  const usual = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'filemill', 'local');
  return isOurs(usual) ? usual : join(tmpdir(), `filemill-${userInfo().uid}`);
}
