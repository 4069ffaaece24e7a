import { roomOf } from '../api/client.ts';
import { isProblem, sayProblem } from '../api/problem.ts';
import type { Item } from './item.ts';
import { dropFile, keepFile, readFile } from './keep.ts';
import { allItems, changeUpload, findItem } from './store.ts';

/** A browser opens six connections to one host; pages need some too. */
const atOnce = 2;

const files = new Map<string, File>();
const sending = new Map<string, AbortController>();

/** Remembers the bytes of an item, here and beyond a reload, and sends them when it is their turn. */
export function queueUpload(id: string, file: File, handle?: FileSystemFileHandle): void {
  files.set(id, file);
  keepFile(id, file, handle);
  sendNext();
}

/** Goes on with what a reload broke off. An item whose file cannot be had without asking is `lost`. */
export async function resumeUploads(items: Item[]): Promise<void> {
  for (const { id, upload } of items) {
    if (upload.state === 'done' || upload.state === 'failed') continue;
    await takeUp(id, await readFile(id));
  }
}

/** Asks the browser for a file it may show only when somebody clicked; false where it has forgotten it. */
export async function askForFile(id: string): Promise<boolean> {
  const file = await readFile(id, true);
  if (file) await takeUp(id, file);
  return file !== undefined;
}

/** The same file, chosen again: what was sent of it is not sent twice. */
export function giveFileAgain(id: string, file: File): boolean {
  const item = findItem(id);
  if (!item || item.size !== file.size) return false;
  changeUpload(id, { state: 'waiting' });
  queueUpload(id, file);
  return true;
}

async function takeUp(id: string, file: File | undefined): Promise<void> {
  if (!file) return changeUpload(id, { state: 'lost', bytesPerSecond: 0 });
  changeUpload(id, { state: 'waiting' });
  files.set(id, file);
  sendNext();
}

export function cancelUpload(id: string): void {
  sending.get(id)?.abort();
  files.delete(id);
}

export const fileOf = (id: string): File | undefined => files.get(id);

function sendNext(): void {
  while (sending.size < atOnce) {
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

/** Told more often than a screen shows it, every other thing on the page would wait for it. */
const tellEveryMs = 100;

async function send(item: Item, file: File, signal: AbortSignal): Promise<void> {
  const { id } = item;
  const room = roomOf(item.workspaceId);
  changeUpload(id, { state: 'sending' }, true);
  try {
    const resumed = item.upload.artifactId !== undefined;
    const artifact = resumed
      ? await room.artifacts.get(item.upload.artifactId!, { signal })
      : await room.artifacts.create(
          { filename: item.name, fileSize: item.size, contentType: 'application/octet-stream' },
          { signal },
        );
    changeUpload(id, { artifactId: artifact.id });
    let told = 0;
    if (artifact.uploadUrl && !artifact.uploaded)
      await room.upload(artifact.uploadUrl, file, {
        signal,
        resume: resumed,
        headers: artifact.upload?.headers,
        resumableUrl: artifact.upload?.resumableUrl,
        onProgress: ({ loaded, bytesPerSecond }) => {
          if (Date.now() - told < tellEveryMs && loaded < file.size) return;
          told = Date.now();
          changeUpload(id, { loaded, bytesPerSecond }, true);
        },
      });
    changeUpload(id, { state: 'done', loaded: item.size, bytesPerSecond: 0 });
    await dropFile(id);
  } catch (error) {
    if (signal.aborted) return;
    // An address that has run out, or a file that is gone there: from the beginning.
    const gone = isProblem(error) && (error.status === 404 || error.code === 'invalid_signature');
    if (gone && item.upload.artifactId) {
      const { artifactId: _gone, ...upload } = findItem(id)?.upload ?? item.upload;
      changeUpload(id, { ...upload, state: 'waiting' });
      return send({ ...item, upload: { ...upload, state: 'waiting' } }, file, signal);
    }
    changeUpload(id, { state: 'failed', problem: sayProblem(error) });
  }
}
