import { chooseAccount } from '../account.ts';
import type { Backend } from './backend.ts';

/**
 * The place chosen by a command's flags. The default is the server of the saved account, or this machine if
 * there is none.
 */
export interface Place {
  server?: string;
  local?: boolean;
}

/**
 * Reads the place from a command line before its other flags, because those depend on the place's job types.
 */
export function readPlace(words: string[]): Place {
  const at = words.findIndex(word => word === '--server' || word.startsWith('--server='));
  const [, joined] = /^--server=(.*)$/.exec(words[at] ?? '') ?? [];
  const server = joined ?? (at >= 0 ? words[at + 1] : undefined);
  return { ...(server && { server }), ...(words.includes('--local') && { local: true }) };
}

const opened: Backend[] = [];

/** Returns true if the command line asks for work, not only for help or completion. */
const isRun = (words: string[]): boolean =>
  !['complete', 'help'].includes(process.argv[2] ?? '') && !words.some(word => /^(-h|--help)$/.test(word));

/** Opens the backend chosen by a command line. Only the one used is loaded; `closeBackends` closes it. */
export async function openBackend(words: string[], { works = false } = {}): Promise<Backend> {
  const account = await chooseAccount(readPlace(words));
  const backend = account
    ? (await import('./server.ts')).openServer(account)
    : await (await import('./local.ts')).openThisMachine(works && isRun(words));
  opened.push(backend);
  return backend;
}

/**
 * Closes all open backends, also after a failure, because a running host would keep the command from exiting.
 */
export async function closeBackends(): Promise<void> {
  await Promise.all(opened.splice(0).map(backend => backend.close()));
}
