import { chooseAccount } from '../account.ts';
import type { Backend } from './backend.ts';

/** Which place a command names; none: the server of whoever is signed in, else this machine. */
export interface Place {
  server?: string;
  local?: boolean;
}

/** Where a command line says it works. Read before its flags are, since those depend on what is there. */
export function readPlace(words: string[]): Place {
  const at = words.findIndex(word => word === '--server' || word.startsWith('--server='));
  const [, joined] = /^--server=(.*)$/.exec(words[at] ?? '') ?? [];
  const server = joined ?? (at >= 0 ? words[at + 1] : undefined);
  return { ...(server && { server }), ...(words.includes('--local') && { local: true }) };
}

const opened: Backend[] = [];

/** Whether the command line asks for more than to be told about itself. */
const isRun = (words: string[]): boolean =>
  !['complete', 'help'].includes(process.argv[2] ?? '') && !words.some(word => /^(-h|--help)$/.test(word));

/** The backend a command line names, each loaded only where it is used; `closeBackends` closes it. */
export async function openFor(words: string[], { works = false } = {}): Promise<Backend> {
  const account = await chooseAccount(readPlace(words));
  const backend = account
    ? (await import('./server.ts')).openServer(account)
    : await (await import('./local.ts')).openThisMachine(works && isRun(words));
  opened.push(backend);
  return backend;
}

/** Whatever became of the command: a host that lives would keep it from ending. */
export async function closeBackends(): Promise<void> {
  await Promise.all(opened.splice(0).map(backend => backend.close()));
}
