import type { JobType } from '@filemill/client';
import { strings } from '../wording/strings.ts';
import { guessFormat } from './formats.ts';
import type { Item } from './item.ts';
import { addItems, allItems, removeItems } from './store.ts';
import { findDefaultTarget, findPreferred, listTargets } from './targets.ts';
import { cancelUpload, queueUpload } from './uploads.ts';

export interface AddedFile {
  file: File;
  handle?: FileSystemFileHandle;
}

/**
 * Adds files that were dropped, chosen or pasted. They are uploaded at once, while the person chooses what to do with
 * them. The preferred conversion or job type is selected for files it accepts.
 */
export function addFiles(
  workspaceId: string,
  added: AddedFile[],
  jobTypes: JobType[],
  preferred?: string,
): Item[] {
  const items = added.map(({ file }) => {
    const format = guessFormat(file.name, file.type, jobTypes);
    const targets = listTargets(format, jobTypes);
    const target = findPreferred(targets, preferred) ?? findDefaultTarget(targets);
    const item = newItem(workspaceId, file.name, file.size, format, target?.id);
    if (file.size === 0)
      item.upload = {
        ...item.upload,
        state: 'failed',
        code: 'empty_file',
        problem: strings.convert.emptyFile,
      };
    return item;
  });
  addItems(items);
  for (const [index, { file, handle }] of added.entries())
    if (file.size > 0) queueUpload(items[index]!.id, file, handle);
  return items;
}

const newItem = (
  workspaceId: string,
  name: string,
  size: number,
  format: string | undefined,
  target: string | undefined,
): Item => ({
  id: crypto.randomUUID(),
  workspaceId,
  name,
  size,
  format,
  target,
  options: {},
  upload: { state: 'waiting', loaded: 0, bytesPerSecond: 0 },
});

/** Adds a file that the service already stores, without uploading it again. */
export function addArtifact(
  workspaceId: string,
  file: { artifactId: string; filename: string; size: number },
  jobTypes: JobType[],
): Item {
  const format = guessFormat(file.filename, '', jobTypes);
  const item = newItem(
    workspaceId,
    file.filename,
    file.size,
    format,
    findDefaultTarget(listTargets(format, jobTypes))?.id,
  );
  item.upload = { state: 'done', loaded: file.size, bytesPerSecond: 0, artifactId: file.artifactId };
  addItems([item]);
  return item;
}

/** Adds the file of an item once more, to convert it with other settings. */
export function addAgain({ workspaceId, name, size, format, target, options, upload }: Item): Item {
  const item = { ...newItem(workspaceId, name, size, format, target), options, upload };
  addItems([item]);
  return item;
}

/** Adds a file that the service fetches from its address. Its name must have an extension, by which it is converted. */
export function addAddress(workspaceId: string, url: string, name: string, jobTypes: JobType[]): Item {
  const format = guessFormat(name, '', jobTypes);
  const item = newItem(workspaceId, name, 0, format, findDefaultTarget(listTargets(format, jobTypes))?.id);
  item.upload = { state: 'done', loaded: 0, bytesPerSecond: 0, url };
  addItems([item]);
  return item;
}

/** Removes items from the list. Their jobs and files remain. Returns a function that restores the items. */
export function discardItems(ids: string[]): () => void {
  for (const id of ids) cancelUpload(id);
  return removeItems(ids);
}

/** Whether leaving the page would interrupt an upload. */
export const isSending = (): boolean => allItems().some(({ upload }) => upload.state === 'sending');
