import { ApiError } from '../../contract/errors.ts';
import { partialKey } from './keys.ts';
import { receive } from './receive.ts';
import { append, keptBytes } from './resume.ts';
import { type Incoming, otherWriter, type Target, type UploadContext, type Uploaded } from './upload.ts';

/** How inputs come in. */
export interface Uploads {
  /** A whole file, or nothing. */
  receive(target: Target, incoming: Incoming): Promise<Uploaded>;
  /** Appends at `offset` and returns the new offset. */
  append(target: Target, offset: number, incoming: Incoming): Promise<number>;
  /** How many bytes are kept, so that the sender knows where to go on. */
  offset(target: Target): Promise<number>;
}

async function* nothing(): AsyncIterable<Uint8Array> {}

export function openUploads(context: UploadContext): Uploads {
  const appending = new Map<string, { cut(): void; settled: Promise<unknown> }>();

  /** Who comes back to go on has lost the line before: end it here, and wait until all it brought is kept. */
  async function endEarlier(target: Target): Promise<void> {
    const earlier = appending.get(partialKey(target));
    earlier?.cut();
    await earlier?.settled;
  }

  async function appendAlone(target: Target, offset: number, incoming: Incoming): Promise<number> {
    await endEarlier(target);
    const key = partialKey(target);
    if (appending.has(key)) throw otherWriter();
    const work = append(context, target, offset, incoming);
    const settled = work.catch(() => {}).then(() => appending.delete(key));
    appending.set(key, { cut: incoming.cut, settled });
    return work;
  }

  return {
    receive: (target, incoming) => receive(context, target, incoming),
    append: appendAlone,
    async offset(target) {
      await endEarlier(target);
      const { kept, uploaded } = await keptBytes(context, target);
      if (kept < target.size || uploaded) return kept;
      // A crash came between the last byte and the completion. The sender would take the offset for success: make it so.
      await appendAlone(target, kept, { chunks: nothing(), length: 0, cut: () => {} }).catch(error => {
        if (!(error instanceof ApiError && error.code === 'upload_conflict')) throw error;
      });
      return kept;
    },
  };
}
