import { workspaceApi } from '../api/client.ts';
import { isOnline, onConnectionChange, reportLost } from '../api/online.ts';
import { describeProblem, isProblem, isUnreachable } from '../api/problem.ts';
import type { Item } from './item.ts';
import { deleteFile, readFile, saveFile } from './saved.ts';
import { allItems, changeUpload, findItem } from './store.ts';

/** A browser opens six connections per host, and the pages need some of them. */
const maxUploads = 2;

const files = new Map<string, File>();
const sending = new Map<string, AbortController>();

/** Saves the file of an item, also for a reload, and uploads it in turn. */
export function queueUpload(id: string, file: File, handle?: FileSystemFileHandle): void {
  files.set(id, file);
  saveFile(id, file, handle);
  sendNext();
}

/** Resumes uploads after a reload. An item whose file cannot be read without asking is `lost`. */
export async function resumeUploads(items: Item[]): Promise<void> {
  for (const { id, upload } of items) {
    if (upload.state === 'done' || upload.state === 'failed') continue;
    await resumeUpload(id, await readFile(id));
  }
}

/** Asks the browser for a file that it only opens after a click. Returns false if the browser no longer has it. */
export async function askForFile(id: string): Promise<boolean> {
  const file = await readFile(id, true);
  if (file) await resumeUpload(id, file);
  return file !== undefined;
}

/** Uploads a file again after it was refused. Returns false if the browser no longer has it. */
export async function retryUpload(id: string): Promise<boolean> {
  const file = files.get(id);
  if (!file) return askForFile(id);
  await resumeUpload(id, file);
  return true;
}

/** Resumes an upload with the same file, chosen again. */
export function replaceFile(id: string, file: File): boolean {
  const item = findItem(id);
  if (!item || item.size !== file.size) return false;
  changeUpload(id, { state: 'waiting' });
  queueUpload(id, file);
  return true;
}

async function resumeUpload(id: string, file: File | undefined): Promise<void> {
  if (!file) return changeUpload(id, { state: 'lost', bytesPerSecond: 0 });
  changeUpload(id, { state: 'waiting', problem: undefined, code: undefined });
  files.set(id, file);
  sendNext();
}

export function cancelUpload(id: string): void {
  sending.get(id)?.abort();
  files.delete(id);
}

export const getFile = (id: string): File | undefined => files.get(id);

/** Returns the file of an item that is not uploaded yet, also after a reload. */
export const findFile = async (id: string): Promise<File | undefined> => files.get(id) ?? readFile(id);

// Uploads that an outage interrupted are resumed after it.
onConnectionChange(sendNext);

function sendNext(): void {
  while (sending.size < maxUploads && isOnline()) {
    const next = allItems().find(
      ({ id, upload }) => upload.state === 'waiting' && files.has(id) && !sending.has(id),
    );
    if (!next) return;
    const controller = new AbortController();
    sending.set(next.id, controller);
    send(next, files.get(next.id)!, controller.signal).finally(() => {
      sending.delete(next.id);
      sendNext();
    });
  }
}

/** More frequent progress updates would slow down the page. */
const updateEveryMs = 100;

async function send(item: Item, file: File, signal: AbortSignal): Promise<void> {
  const { id } = item;
  const api = workspaceApi(item.workspaceId);
  changeUpload(id, { state: 'sending' }, true);
  try {
    const resumed = item.upload.artifactId !== undefined;
    const artifact = resumed
      ? await api.artifacts.get(item.upload.artifactId!, { signal })
      : await api.artifacts.create(
          { filename: item.name, fileSize: item.size, contentType: 'application/octet-stream' },
          { signal },
        );
    changeUpload(id, { artifactId: artifact.id });
    let updatedAt = 0;
    if (artifact.uploadUrl && !artifact.uploaded)
      await api.upload(artifact.uploadUrl, file, {
        signal,
        resume: resumed,
        headers: artifact.upload?.headers,
        resumableUrl: artifact.upload?.resumableUrl,
        onProgress: ({ loaded, bytesPerSecond }) => {
          if (Date.now() - updatedAt < updateEveryMs && loaded < file.size) return;
          updatedAt = Date.now();
          changeUpload(id, { loaded, bytesPerSecond }, true);
        },
      });
    changeUpload(id, { state: 'done', loaded: item.size, bytesPerSecond: 0 });
    await deleteFile(id);
  } catch (error) {
    if (signal.aborted) return;
    if (isUnreachable(error)) {
      changeUpload(id, { state: 'waiting', bytesPerSecond: 0 });
      reportLost();
      return;
    }
    // The upload URL has expired or the artifact is gone: start over.
    const gone = isProblem(error) && (error.status === 404 || error.code === 'invalid_signature');
    if (gone && item.upload.artifactId) {
      const { artifactId: _gone, ...upload } = findItem(id)?.upload ?? item.upload;
      changeUpload(id, { ...upload, state: 'waiting' });
      return send({ ...item, upload: { ...upload, state: 'waiting' } }, file, signal);
    }
    const code = isProblem(error) ? error.code : undefined;
    changeUpload(id, { state: 'failed', problem: describeProblem(error), ...(code && { code }) });
  }
}
