import type { Role, SignedIn } from '@filemill/client';
import { useSyncExternalStore } from 'react';
import { workspaceApi } from './client.ts';
import { useSession } from './session/session.ts';

const storageKey = 'filemill.workspace';
const listeners = new Set<() => void>();
const readChosen = () => localStorage.getItem(storageKey);
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the current workspace: the chosen one, otherwise the first. */
const findCurrent = ({ workspaces }: SignedIn) =>
  workspaces.find(({ id }) => id === readChosen()) ?? workspaces[0];

export function useWorkspace(): SignedIn['workspaces'][number] {
  const session = useSession();
  useSyncExternalStore(listen, readChosen);
  return findCurrent(session) ?? { id: '', name: '', role: 'viewer' };
}

/** Returns the API of the current workspace. */
export const useWorkspaceApi = () => workspaceApi(useWorkspace().id);

/** The first workspace stays current when another is listed before it, such as one that was just joined. */
export function keepWorkspace(session: SignedIn): void {
  const current = findCurrent(session);
  if (current && current.id !== readChosen()) localStorage.setItem(storageKey, current.id);
}

export function chooseWorkspace(id: string): void {
  localStorage.setItem(storageKey, id);
  for (const listener of listeners) listener();
}

const roles: Role[] = ['viewer', 'member', 'admin', 'owner'];

/** Whether the user has at least this role here. */
export const useMay = (role: Role): boolean => roles.indexOf(useWorkspace().role) >= roles.indexOf(role);
