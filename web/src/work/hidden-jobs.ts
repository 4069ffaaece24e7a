import { useSyncExternalStore } from 'react';
import { deleteJob } from '../api/jobs.ts';
import { strings } from '../strings.ts';
import { doUnlessUndone } from './undo.tsx';

let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: Set<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

/** Jobs that are deleted unless that is taken back. */
export const useHiddenJobs = (): ReadonlySet<string> =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );

export function deleteUnlessUndone(workspaceId: string, id: string, name: string): void {
  change(new Set([...hidden, id]));
  doUnlessUndone({
    said: strings.jobs.deleted(name),
    commit: () => deleteJob(workspaceId, id),
    restore: () => change(new Set([...hidden].filter(each => each !== id))),
  });
}
