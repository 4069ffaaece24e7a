import type { Item } from './item.ts';

/** What a reload must not lose: the items, and the files whose bytes are still to be sent. */
const name = 'filemill';
const stores = { items: 'items', files: 'files' } as const;

/** A file of at most this many bytes is kept whole; of a larger one only where it lies. */
const keptWhole = 64 * 1024 * 1024;
/** Never written to disk. */
const secret = /password/i;

type Kept = File | FileSystemFileHandle;

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
    // A private window has no such place: everything works until the reload.
    return undefined;
  }
}

export const readItems = async (): Promise<Item[]> =>
  (await ask('items', 'readonly', store => store.getAll() as IDBRequest<Item[]>)) ?? [];

export const keepItem = (item: Item) => {
  const options = Object.fromEntries(Object.entries(item.options).filter(([key]) => !secret.test(key)));
  return ask('items', 'readwrite', store => store.put({ ...item, options }));
};

export const dropItem = async (id: string): Promise<void> => {
  await ask('items', 'readwrite', store => store.delete(id));
  await dropFile(id);
};

export const keepFile = (id: string, file: File, handle?: FileSystemFileHandle) => {
  const kept: Kept | undefined = file.size <= keptWhole ? file : handle;
  return kept && ask('files', 'readwrite', store => store.put(kept, id));
};

export const dropFile = (id: string) => ask('files', 'readwrite', store => store.delete(id));

/** The file again after a reload; nothing where the browser must be asked first, or has forgotten it. */
export async function readFile(id: string, mayAsk = false): Promise<File | undefined> {
  const kept = await ask('files', 'readonly', store => store.get(id) as IDBRequest<Kept | undefined>);
  if (!kept || kept instanceof File) return kept;
  const handle = kept as FileSystemFileHandle & {
    queryPermission?(): Promise<PermissionState>;
    requestPermission?(): Promise<PermissionState>;
  };
  let permission = await handle.queryPermission?.();
  if (permission === 'prompt' && mayAsk) permission = await handle.requestPermission?.();
  return permission === 'granted' ? handle.getFile().catch(() => undefined) : undefined;
}
