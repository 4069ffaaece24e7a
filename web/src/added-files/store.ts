import { useSyncExternalStore } from 'react';
import type { Item } from './item.ts';
import { deleteItem, readItems, saveItem } from './saved.ts';

/** All items. They are stored outside the pages, so that they continue while the person moves between pages. */
let items: Item[] = [];
const listeners = new Set<() => void>();

function publish(next: Item[]): void {
  items = next;
  for (const listener of listeners) listener();
}

/** Calls the listener after every change. */
export const onItemsChange = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const allItems = (): Item[] => items;
export const findItem = (id: string): Item | undefined => items.find(item => item.id === id);

/** Returns the items of one workspace in the order they were added. */
export function useItems(workspaceId: string): Item[] {
  const all = useSyncExternalStore(onItemsChange, allItems);
  return all.filter(item => item.workspaceId === workspaceId);
}

export function addItems(added: Item[]): void {
  const last = Math.max(Date.now(), ...items.map(({ addedAt = 0 }) => addedAt + 1));
  const placed = added.map((item, index) => ({ ...item, addedAt: last + index }));
  publish([...items, ...placed]);
  for (const item of placed) saveItem(item);
}

/** Changes an item. A `passing` change, such as the progress of an upload, is not saved. */
export function changeItem(id: string, change: Partial<Item>, { passing = false } = {}): void {
  let changed: Item | undefined;
  publish(
    items.map(item => {
      if (item.id !== id) return item;
      changed = { ...item, ...change };
      return changed;
    }),
  );
  if (changed && !passing) saveItem(changed);
}

export function changeUpload(id: string, change: Partial<Item['upload']>, passing = false): void {
  const item = findItem(id);
  if (item) changeItem(id, { upload: { ...item.upload, ...change } }, { passing });
}

/** Removes items. Returns a function that restores them. */
export function removeItems(ids: string[]): () => void {
  const removed = items.filter(item => ids.includes(item.id));
  publish(items.filter(item => !ids.includes(item.id)));
  for (const id of ids) deleteItem(id);
  return () => {
    publish([...items, ...removed].sort(byAddition));
    for (const item of removed) saveItem(item);
  };
}

const byAddition = (one: Item, other: Item): number => (one.addedAt ?? 0) - (other.addedAt ?? 0);

/** Restores the items from before a reload. */
export async function restoreItems(): Promise<Item[]> {
  const stored = (await readItems()).sort(byAddition);
  publish([...stored.filter(({ id }) => !findItem(id)), ...items]);
  return stored;
}
