import { useSyncExternalStore } from 'react';
import { doUnlessUndone } from './undo.tsx';

let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: Set<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

/** Ids of entries that are hidden until their removal is committed or undone. */
export const useHidden = (): ReadonlySet<string> =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );

/** Hides an entry at once, and removes it unless the person undoes it. */
export function removeUnlessUndone(id: string, text: string, commit: () => Promise<unknown>): void {
  change(new Set([...hidden, id]));
  doUnlessUndone({
    text,
    commit,
    restore: () => change(new Set([...hidden].filter(each => each !== id))),
  });
}
