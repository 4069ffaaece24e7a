import type { JobType } from '@filemill/client';
import { formatOf } from './formats.ts';
import type { Item } from './item.ts';
import { addItems, allItems, removeItems } from './store.ts';
import { targetsFor } from './targets.ts';
import { cancelUpload, queueUpload } from './uploads.ts';

export interface Brought {
  file: File;
  handle?: FileSystemFileHandle;
}

/**
 * Takes in what somebody dropped, chose or pasted: it is uploaded at once, while they decide what to make of it. The job
 * type wished for is chosen where it takes the file.
 */
export function bringFiles(
  workspaceId: string,
  brought: Brought[],
  jobTypes: JobType[],
  wished?: string,
): Item[] {
  const items = brought.map(({ file }) => {
    const format = formatOf(file.name, file.type, jobTypes);
    const targets = targetsFor(format, jobTypes);
    const target = targets.find(({ jobType }) => jobType.id === wished) ?? targets[0];
    return newItem(workspaceId, file.name, file.size, format, target?.id);
  });
  addItems(items);
  for (const [index, { file, handle }] of brought.entries()) queueUpload(items[index]!.id, file, handle);
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

/** A file the service has already becomes an item again, without a second upload. */
export function bringArtifact(
  workspaceId: string,
  file: { artifactId: string; filename: string; size: number },
  jobTypes: JobType[],
): Item {
  const format = formatOf(file.filename, '', jobTypes);
  const item = newItem(workspaceId, file.filename, file.size, format, targetsFor(format, jobTypes)[0]?.id);
  item.upload = { state: 'done', loaded: file.size, bytesPerSecond: 0, artifactId: file.artifactId };
  addItems([item]);
  return item;
}

/** Takes items off the list. Their jobs and files stay where they are; what is returned puts the items back. */
export function forgetItems(ids: string[]): () => void {
  for (const id of ids) cancelUpload(id);
  return removeItems(ids);
}

/** Leaving would break an upload off that cannot be taken up again by itself. */
export const isSending = (): boolean => allItems().some(({ upload }) => upload.state === 'sending');
