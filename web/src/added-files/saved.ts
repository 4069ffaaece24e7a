import type { Item } from './item.ts';

/** Items and files that are not uploaded yet are saved in the browser, so that they survive a reload. */
const name = 'filemill';
const stores = { items: 'items', files: 'files' } as const;

/** Files up to this size are saved whole; for larger ones only a handle is saved. */
const maxSavedBytes = 64 * 1024 * 1024;
/** Options with such a name are never saved. */
const secret = /password/i;

type StoredFile = File | FileSystemFileHandle;

let opening: Promise<IDBDatabase> | undefined;
function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(stores.items, { keyPath: 'id' });
      request.result.createObjectStore(stores.files);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

async function ask<Answer>(
  store: keyof typeof stores,
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer | undefined> {
  try {
    const database = await open();
    return await new Promise((resolve, reject) => {
      const asked = request(database.transaction(store, mode).objectStore(store));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  } catch {
    // A private window has no storage: everything works until the page is reloaded.
    return undefined;
  }
}

export const readItems = async (): Promise<Item[]> =>
  (await ask('items', 'readonly', store => store.getAll() as IDBRequest<Item[]>)) ?? [];

export const saveItem = (item: Item) => {
  const options = Object.fromEntries(Object.entries(item.options).filter(([key]) => !secret.test(key)));
  return ask('items', 'readwrite', store => store.put({ ...item, options }));
};

export const deleteItem = async (id: string): Promise<void> => {
  await ask('items', 'readwrite', store => store.delete(id));
  await deleteFile(id);
};

export const saveFile = (id: string, file: File, handle?: FileSystemFileHandle) => {
  const stored: StoredFile | undefined = file.size <= maxSavedBytes ? file : handle;
  return stored && ask('files', 'readwrite', store => store.put(stored, id));
};

export const deleteFile = (id: string) => ask('files', 'readwrite', store => store.delete(id));

/** Reads a saved file after a reload. Returns undefined if the browser must ask first, or has no such file. */
export async function readFile(id: string, mayAsk = false): Promise<File | undefined> {
  const stored = await ask('files', 'readonly', store => store.get(id) as IDBRequest<StoredFile | undefined>);
  if (!stored || stored instanceof File) return stored;
  const handle = stored as FileSystemFileHandle & {
    queryPermission?(): Promise<PermissionState>;
    requestPermission?(): Promise<PermissionState>;
  };
  let permission = await handle.queryPermission?.();
  if (permission === 'prompt' && mayAsk) permission = await handle.requestPermission?.();
  return permission === 'granted' ? handle.getFile().catch(() => undefined) : undefined;
}
