import { ApiError } from '../../../contract/errors.ts';
import { makePartialKey } from './keys.ts';
import { receive } from './receive.ts';
import { makeRefusable } from './refusable-stream.ts';
import { append, countKeptBytes } from './resume.ts';
import type { Incoming, UploadContext, Uploaded, UploadTarget } from './upload.ts';
import { Writers } from './writers.ts';

/** A sender's bytes, and how to cut its connection. */
export type Sender = Omit<Incoming, 'refuse'>;

/** The ways in which inputs are uploaded. */
export interface Uploads {
  /** Receives a whole file, or keeps nothing. */
  receive(target: UploadTarget, sender: Sender): Promise<Uploaded>;
  /** Appends at `offset` and returns the new offset. */
  append(target: UploadTarget, offset: number, sender: Sender): Promise<number>;
  /** Returns how many bytes are kept, so that the sender can continue from there. */
  offset(target: UploadTarget): Promise<number>;
}

async function* noChunks(): AsyncIterable<Uint8Array> {}

const makeIncoming = (sender: Sender): Incoming => ({ ...sender, ...makeRefusable(sender.chunks) });

export function openUploads(context: UploadContext): Uploads {
  const writers = new Writers();

  /** Appends as the only writer. A sender that comes back has lost its earlier connection, so that connection is ended and its bytes are kept. */
  function appendAlone(target: UploadTarget, offset: number, sender: Sender): Promise<number> {
    const incoming = makeIncoming(sender);
    return writers.runAsNewest(makePartialKey(target), incoming.refuse, () =>
      append(context, target, offset, incoming),
    );
  }

  return {
    receive: (target, sender) => receive(context, writers, target, makeIncoming(sender)),
    append: appendAlone,
    async offset(target) {
      await writers.endEarlier(makePartialKey(target));
      const { kept, uploaded } = await countKeptBytes(context, target);
      if (kept < target.size || uploaded) return kept;
      // The process crashed between the last byte and the completion. The sender takes this offset for success, so the upload is
      // completed now.
      await appendAlone(target, kept, { chunks: noChunks(), length: 0, cut: () => {} }).catch(error => {
        if (!(error instanceof ApiError && error.code === 'upload_conflict')) throw error;
      });
      return kept;
    },
  };
}
