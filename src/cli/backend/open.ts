import { chooseAccount } from '../account.ts';
import type { Backend } from './backend.ts';

/** The place that a command's flags name. Without one it is the server of the saved account, else this machine. */
export interface Place {
  server?: string;
  local?: boolean;
}

/** Reads the place from a command line before its other flags, because those depend on the place's job types. */
export function readPlace(words: string[]): Place {
  const at = words.findIndex(word => word === '--server' || word.startsWith('--server='));
  const [, joined] = /^--server=(.*)$/.exec(words[at] ?? '') ?? [];
  const server = joined ?? (at >= 0 ? words[at + 1] : undefined);
  return { ...(server && { server }), ...(words.includes('--local') && { local: true }) };
}

const opened: Backend[] = [];

/** Whether the command line asks for work, and not only for help or completion. */
const isRun = (words: string[]): boolean =>
  !['complete', 'help'].includes(process.argv[2] ?? '') && !words.some(word => /^(-h|--help)$/.test(word));

/** Opens the backend that a command line names. Only the one that is used is loaded; `closeBackends` closes it. */
export async function openFor(words: string[], { works = false } = {}): Promise<Backend> {
  const account = await chooseAccount(readPlace(words));
  const backend = account
    ? (await import('./server.ts')).openServer(account)
    : await (await import('./local.ts')).openThisMachine(works && isRun(words));
  opened.push(backend);
  return backend;
}

/** Closes what was opened, also after a failure, because a running host would keep the command from ending. */
export async function closeBackends(): Promise<void> {
  await Promise.all(opened.splice(0).map(backend => backend.close()));
}
