import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from './exit-codes.ts';

/** A server and the key to it. */
export interface Account {
  url: string;
  key: string;
}

/** Returns the folder with this user's account and the recipes of this machine. */
export const getConfigFolder = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'filemill');

const getAccountFile = (): string => join(getConfigFolder(), 'account.json');

async function readAccount(): Promise<Account | undefined> {
  const text = await readFile(getAccountFile(), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Account;
  } catch {
    throw new CommandError(`${getAccountFile()} is damaged. Run \`filemill login URL\` to replace it.`);
  }
}

/** Saves the account in a file that only this user can read. */
export async function saveAccount(account: Account): Promise<string> {
  await mkdir(dirname(getAccountFile()), { recursive: true, mode: 0o700 });
  await writeFile(getAccountFile(), `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 });
  await chmod(getAccountFile(), 0o600);
  return getAccountFile();
}

export const forgetAccount = (): Promise<void> => rm(getAccountFile(), { force: true });

/**
 * Chooses the server to use, or undefined for this machine: by the command's flags (`--server`, `--local`), else by the
 * environment (FILEMILL_URL, FILEMILL_API_KEY), else by the account that `filemill login` saved.
 */
export async function chooseAccount(given: {
  server?: string;
  local?: boolean;
}): Promise<Account | undefined> {
  if (given.local) return undefined;
  const kept = await readAccount();
  const url = given.server ?? (process.env.FILEMILL_URL || kept?.url);
  if (!url) return undefined;
  const key = process.env.FILEMILL_API_KEY || (kept?.url === url ? kept?.key : undefined);
  if (!key)
    throw new CommandError(
      `There is no key for ${url}. Sign in with \`filemill login ${url}\`, or set FILEMILL_API_KEY.`,
    );
  return { url, key };
}
