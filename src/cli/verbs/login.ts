import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { forgetAccount, saveAccount } from '../account.ts';
import { CommandError } from '../exit-codes.ts';
import { print } from '../output.ts';

/** Asks for the key without echo, or reads the first line of a pipe. */
async function askKey(url: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`API key for ${url} (not shown): `);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: process.stdin.isTTY });
  try {
    const { value = '' } = await lines[Symbol.asyncIterator]().next();
    return String(value).trim();
  } finally {
    lines.close();
    if (process.stdin.isTTY) process.stderr.write('\n');
  }
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandError(`${text} is not a URL of a server. Give one like https://files.example.com.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api\/public$/, '');
}

/** Saves the URL and the key after the server has accepted them. */
export const makeLoginCommand = (): Command =>
  new Command('login')
    .argument('<url>', 'the URL of the server, such as https://files.example.com')
    .option('--key <key>', 'the API key (default: prompt for it, or read it from standard input)')
    .option('--json', 'print { url, file } as JSON')
    .action(async (given: string, flags: { key?: string; json?: boolean }) => {
      const url = readUrl(given);
      const key = flags.key ?? (await askKey(url));
      if (!key)
        throw new CommandError('No key was given. Create one on the server with `filemill keys create`.');
      const { openServer } = await import('../backend/server.ts');
      await openServer({ url, key }).jobTypes();
      const file = await saveAccount({ url, key });
      print(flags.json, { url, file }, () => `Signed in to ${url}. The key is saved in ${file}.`);
    });

export const makeLogoutCommand = (): Command =>
  new Command('logout').action(async () => {
    await forgetAccount();
    print(false, undefined, () => 'Signed out. Files are now processed on this machine.');
  });
