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

/** Chooses the folder where this user's hosts work and keep compiled modules between commands. No user's file stays there. */
export function chooseCacheFolder(): string {
  const usual = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'filemill', 'local');
  return isOurs(usual) ? usual : join(tmpdir(), `filemill-${userInfo().uid}`);
}
