import type { JobType } from '@filemill/client';
import type { AddedFile } from './add.ts';

/** Files that operating systems create in folders. */
const systemFiles = /^(\.|Thumbs\.db$|desktop\.ini$)/;
const maxFiles = 2000;

/** Reads dropped files, including those in folders, with handles if the browser provides them. */
export async function readDrop({ items, files }: DataTransfer): Promise<AddedFile[]> {
  // Everything must be requested before the first await, because the browser clears the drop afterwards.
  const asked = [...items]
    .filter(({ kind }) => kind === 'file')
    .map(item => ({
      file: item.getAsFile(),
      handle: (
        item as DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> }
      ).getAsFileSystemHandle?.(),
      entry: item.webkitGetAsEntry?.(),
    }));
  if (asked.length === 0) return [...files].map(file => ({ file }));
  const added: AddedFile[] = [];
  for (const { file, handle, entry } of asked) {
    const kept = await handle?.catch(() => null);
    if (kept?.kind === 'directory') await readFolder(kept as FileSystemDirectoryHandle, added);
    else if (entry?.isDirectory) await readEntry(entry as FileSystemDirectoryEntry, added);
    else if (file) added.push({ file, ...(kept && { handle: kept as FileSystemFileHandle }) });
  }
  return added.filter(({ file }) => !systemFiles.test(file.name)).slice(0, maxFiles);
}

async function readFolder(folder: FileSystemDirectoryHandle, into: AddedFile[]): Promise<void> {
  const held = folder as unknown as { values(): AsyncIterable<FileSystemHandle> };
  for await (const handle of held.values()) {
    if (into.length >= maxFiles) return;
    if (handle.kind === 'directory') await readFolder(handle as FileSystemDirectoryHandle, into);
    else
      into.push({
        file: await (handle as FileSystemFileHandle).getFile(),
        handle: handle as FileSystemFileHandle,
      });
  }
}

async function readEntry(folder: FileSystemDirectoryEntry, into: AddedFile[]): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0 || into.length >= maxFiles) return;
    for (const entry of entries)
      if (entry.isDirectory) await readEntry(entry as FileSystemDirectoryEntry, into);
      else
        into.push({
          file: await new Promise<File>((resolve, reject) =>
            (entry as FileSystemFileEntry).file(resolve, reject),
          ),
        });
  }
}

interface Picking {
  showOpenFilePicker?(options: {
    multiple: boolean;
    types?: { accept: Record<string, string[]> }[];
  }): Promise<FileSystemFileHandle[]>;
}

/** Formats to offer first. The person can still choose any other file. */
export type Wanted = JobType['accepts'];

const listExtensions = (wanted: Wanted): string[] =>
  wanted.flatMap(({ extensions }) => extensions.map(extension => `.${extension}`));

/** Lets the person choose files, with handles if the browser supports them, so that a reload need not ask again. */
export async function chooseFiles(folder = false, wanted: Wanted = []): Promise<AddedFile[]> {
  const { showOpenFilePicker } = window as unknown as Picking;
  if (showOpenFilePicker && !folder) {
    try {
      const accept = { 'application/octet-stream': listExtensions(wanted) };
      const handles = await showOpenFilePicker({
        multiple: true,
        ...(wanted.length > 0 && { types: [{ accept }] }),
      });
      return Promise.all(handles.map(async handle => ({ file: await handle.getFile(), handle })));
    } catch (error) {
      if ((error as Error).name === 'AbortError') return [];
    }
  }
  return new Promise(resolve => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.webkitdirectory = folder;
    input.accept = listExtensions(wanted).join(',');
    input.onchange = () => resolve([...(input.files ?? [])].map(file => ({ file })));
    input.oncancel = () => resolve([]);
    input.click();
  });
}

export const readPaste = ({ clipboardData }: ClipboardEvent): AddedFile[] =>
  [...(clipboardData?.files ?? [])].map(file => ({ file }));
