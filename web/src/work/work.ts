import type { JobType } from '@filemill/client';
import { roomOf } from '../api/client.ts';
import { sayProblem } from '../api/problem.ts';
import { followJobs } from './follow.ts';
import { formatOf } from './formats.ts';
import { type Item, isStartable } from './item.ts';
import { addItems, allItems, changeItem, findItem, removeItems, restoreItems } from './store.ts';
import { findTarget, targetsFor } from './targets.ts';
import { cancelUpload, queueUpload, resumeUploads } from './uploads.ts';

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

/** Starts what can be started. What the service refuses says so at its row. */
export async function startItems(items: Item[], jobTypes: JobType[]): Promise<void> {
  await Promise.all(items.filter(isStartable).map(item => startItem(item, jobTypes)));
}

async function startItem(item: Item, jobTypes: JobType[]): Promise<void> {
  const target = findTarget(item.target, item.format, jobTypes);
  if (!target || !item.upload.artifactId) return;
  const { jobs } = roomOf(item.workspaceId);
  try {
    const created = await jobs.create({
      type: target.jobType.id,
      inputArtifactId: item.upload.artifactId,
      options: { ...target.options, ...item.options },
    });
    changeItem(item.id, { job: created, problem: undefined });
    const job = await jobs.start(created.id);
    changeItem(item.id, { job });
    followJobs();
  } catch (error) {
    changeItem(item.id, { job: undefined, problem: sayProblem(error) });
  }
}

/** The same file once more, with other options. */
export const prepareAgain = (id: string, options?: Record<string, unknown>): void =>
  changeItem(id, {
    job: undefined,
    problem: undefined,
    ...(options && { options: { ...findItem(id)?.options, ...options } }),
  });

export async function cancelItem(item: Item): Promise<void> {
  const job = await roomOf(item.workspaceId).jobs.cancel(item.job!.id);
  changeItem(item.id, { job });
}

/** Takes items off the list. Their jobs and files stay where they are; what is returned puts the items back. */
export function forgetItems(ids: string[]): () => void {
  for (const id of ids) cancelUpload(id);
  return removeItems(ids);
}

let restored: Promise<void> | undefined;

/** Once for the whole page: what was under way before it was loaded anew goes on. */
export function restoreWork(): Promise<void> {
  restored ??= restoreItems().then(async items => {
    followJobs();
    await resumeUploads(items);
  });
  return restored;
}

/** Leaving would break an upload off that cannot be taken up again by itself. */
export const isSending = (): boolean => allItems().some(({ upload }) => upload.state === 'sending');
