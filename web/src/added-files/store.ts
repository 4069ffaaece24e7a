import { useSyncExternalStore } from 'react';
import type { Item } from './item.ts';
import { dropItem, keepItem, readItems } from './keep.ts';

/** Everything that is under way or was just done, outside of any page: it goes on while one moves around. */
let items: Item[] = [];
const listeners = new Set<() => void>();

function publish(next: Item[]): void {
  items = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const allItems = (): Item[] => items;
export const findItem = (id: string): Item | undefined => items.find(item => item.id === id);

/** The items of one workspace, in the order they came. */
export function useItems(workspaceId: string): Item[] {
  const all = useSyncExternalStore(subscribe, allItems);
  return all.filter(item => item.workspaceId === workspaceId);
}

export function addItems(added: Item[]): void {
  publish([...items, ...added]);
  for (const item of added) keepItem(item);
}

/** Changes an item. `passing`: nothing that a reload need know, such as how far an upload is. */
export function changeItem(id: string, change: Partial<Item>, { passing = false } = {}): void {
  let changed: Item | undefined;
  publish(
    items.map(item => {
      if (item.id !== id) return item;
      changed = { ...item, ...change };
      return changed;
    }),
  );
  if (changed && !passing) keepItem(changed);
}

export function changeUpload(id: string, change: Partial<Item['upload']>, passing = false): void {
  const item = findItem(id);
  if (item) changeItem(id, { upload: { ...item.upload, ...change } }, { passing });
}

/** Takes items away; what is returned puts them back. */
export function removeItems(ids: string[]): () => void {
  const before = items;
  publish(items.filter(item => !ids.includes(item.id)));
  for (const id of ids) dropItem(id);
  return () => {
    const back = before.filter(item => ids.includes(item.id));
    publish(before.filter(item => ids.includes(item.id) || items.some(({ id }) => id === item.id)));
    for (const item of back) keepItem(item);
  };
}

/** What was there before the page was loaded anew. */
export async function restoreItems(): Promise<Item[]> {
  const kept = await readItems();
  publish([...kept.filter(({ id }) => !findItem(id)), ...items]);
  return kept;
}
