import { ApiError } from '../../../contract/errors.ts';
import type { ConnectionConfig } from './connections.ts';

/** A file of a connection. `version` changes with its content. */
export interface ListedFile {
  key: string;
  size: number;
  version: string;
}

/** Lists the files of a connection whose keys begin with the prefix, sorted. */
export type ListFiles = (config: ConnectionConfig, prefix: string) => Promise<ListedFile[]>;

/** Returns the states of a pattern that can follow, where `**` also matches slashes and `*` and `?` do not. */
function advance(parts: readonly string[], states: ReadonlySet<number>, letter: string): Set<number> {
  const next = new Set<number>();
  const add = (state: number) => {
    next.add(state);
    // A star may also match nothing.
    if (parts[state]?.startsWith('*')) add(state + 1);
  };
  for (const state of states) {
    const part = parts[state];
    if (part === '**' || (part === '*' && letter !== '/')) add(state);
    else if (part === letter || (part === '?' && letter !== '/')) add(state + 1);
  }
  return next;
}

/**
 * Tells whether a key matches a pattern: `*` stands for any part of a name, `?` for one character, and `**` for any folders. The time
 * is limited by the product of both lengths, whatever the pattern.
 */
export function matchesPattern(pattern: string, key: string): boolean {
  // `**/` also matches no folder.
  const parts = pattern.match(/\*\*\/?|./gsu)?.map(part => (part === '**/' ? '**' : part)) ?? [];
  let states = new Set<number>([0]);
  for (let at = 0; parts[at]?.startsWith('*'); at++) states.add(at + 1);
  for (const letter of key) {
    states = advance(parts, states, letter);
    if (states.size === 0) return false;
  }
  return states.has(parts.length);
}

/** Explains a connection that could not be listed. */
export const cannotList = (message: string): ApiError =>
  new ApiError('validation_failed', { message: `The files cannot be listed. ${message}` });
