import { lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Every system that this runs on has user ids; unlike `userInfo`, this works for a user without a name. */
const ownUid = process.getuid!();

/** Makes the folder where it is missing, and says whether it is this user's alone to write to. */
function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return false;
  }
  // A link is not followed: whoever made it decides where it leads.
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === ownUid && (found.mode & 0o022) === 0;
}

/**
 * Chooses the folder where this user's hosts work and keep compiled modules between commands. No user's file stays there.
 * The compiled modules are run, so a folder that another user owns or can write to is never used.
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
