import { useSyncExternalStore } from 'react';
import { doUnlessUndone } from './undo.tsx';

let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: Set<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

/** Ids of what is taken away unless that is taken back. */
export const useHidden = (): ReadonlySet<string> =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );

/** Takes something off the screen at once, and does so for good unless it is taken back. */
export function removeUnlessUndone(id: string, said: string, commit: () => Promise<unknown>): void {
  change(new Set([...hidden, id]));
  doUnlessUndone({
    said,
    commit,
    restore: () => change(new Set([...hidden].filter(each => each !== id))),
  });
}
