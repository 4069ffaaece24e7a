import { lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Every supported system has user ids. Unlike `userInfo`, this works for a user without a name. */
const ownUid = process.getuid!();

/** Creates the folder if it is missing. Returns true if only this user can write to it. */
function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return false;
  }
  // Links are not followed: another user may have created one.
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === ownUid && (found.mode & 0o022) === 0;
}

/**
 * Chooses the folder for this user's hosts and for modules compiled by earlier commands. No user's file stays
 * there. Since compiled modules are executed, a folder that another user owns or can write to is never used.
 */
export function chooseCacheFolder(
  { XDG_CACHE_HOME }: NodeJS.ProcessEnv = process.env,
  temporary = tmpdir(),
): string {
  const usual = join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'filemill', 'local');
  if (isOurs(usual)) return usual;
  const spare = join(temporary, `filemill-${ownUid}`);
  if (isOurs(spare)) return spare;
  throw new Error(
    `Neither ${usual} nor ${spare} is a folder that only this user can write to. Set XDG_CACHE_HOME to such a folder.`,
  );
}
