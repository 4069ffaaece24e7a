import type { Role, SignedIn } from '@filemill/client';
import { useSyncExternalStore } from 'react';
import { roomOf } from './client.ts';
import { useSession } from './session.ts';

const storageKey = 'filemill.workspace';
const listeners = new Set<() => void>();
const chosen = () => localStorage.getItem(storageKey);
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The workspace everything on the pages belongs to: the chosen one, else the first. */
const currentOf = ({ workspaces }: SignedIn) => workspaces.find(({ id }) => id === chosen()) ?? workspaces[0];

export function useWorkspace(): SignedIn['workspaces'][number] {
  const session = useSession();
  useSyncExternalStore(listen, chosen);
  return currentOf(session) ?? { id: '', name: '', role: 'viewer' };
}

/** The resources of the current workspace. */
export const useRoom = () => roomOf(useWorkspace().id);

/** The first stays the current one when others come before it, such as one that was just joined. */
export function keepWorkspace(session: SignedIn): void {
  const current = currentOf(session);
  if (current && current.id !== chosen()) localStorage.setItem(storageKey, current.id);
}

export function chooseWorkspace(id: string): void {
  localStorage.setItem(storageKey, id);
  for (const listener of listeners) listener();
}

const roles: Role[] = ['viewer', 'member', 'admin', 'owner'];

/** Whether the person's role here is at least this one. */
export const useMay = (role: Role): boolean => roles.indexOf(useWorkspace().role) >= roles.indexOf(role);
