import { chosenAccount } from '../account.ts';
import type { Backend } from './backend.ts';

/** Which place a command names; none: the server of whoever is signed in, else this machine. */
export interface Place {
  server?: string;
  local?: boolean;
}

/** Each backend is loaded only where it is used. */
export async function openBackend(place: Place): Promise<Backend> {
  const account = await chosenAccount(place);
  if (account) return (await import('./server.ts')).openServer(account);
  return (await import('./local.ts')).openThisMachine();
}

/** Where a command line says it works. Read before its flags are, since those depend on what is there. */
export function placeIn(words: string[]): Place {
  const at = words.findIndex(word => word === '--server' || word.startsWith('--server='));
  const [, joined] = /^--server=(.*)$/.exec(words[at] ?? '') ?? [];
  const server = joined ?? (at >= 0 ? words[at + 1] : undefined);
  return { ...(server && { server }), ...(words.includes('--local') && { local: true }) };
}

/** A backend for a command, which closes it whatever happens. */
export type CommandBackend = Backend & { use<T>(work: () => Promise<T>): Promise<T> };

export async function openFor(words: string[]): Promise<CommandBackend> {
  const backend = await openBackend(placeIn(words));
  const use = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      await backend.close();
    }
  };
  return Object.assign(backend, { use });
}
