import type { ApiError } from '../../contract/errors.ts';
import { renewLease } from './lease.ts';
import { type Incoming, notOpen, otherWriter, type Target, type UploadContext } from './upload.ts';

/** Keeps an upload's lease while its bytes flow. */
export interface Hold {
  /** Passes the sender's chunks on, until there is a reason to refuse the rest. */
  watch(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  stop(): void;
}

/** `exclusive`: an upload that lost its lease to another one must stop, for both write to one file. */
export function holdLease(
  context: Pick<UploadContext, 'db' | 'limits'>,
  target: Target,
  token: string,
  incoming: Pick<Incoming, 'cut'>,
  exclusive: boolean,
): Hold {
  const { heartbeatSeconds, uploadIdleSeconds } = context.limits;
  let flowed = false;
  let receiving = true;
  let heardAt = Date.now();
  let refusal: ApiError | undefined;

  async function beat(): Promise<void> {
    if (receiving && Date.now() - heardAt > uploadIdleSeconds * 1000) return incoming.cut();
    // A sender that hangs lets its lease run out, so that the same upload can go on over another connection.
    if (receiving && !flowed) return;
    flowed = false;
    const { open, ours } = await renewLease(context, target, token);
    if (!open) refusal = notOpen();
    else if (!ours && exclusive) refusal = otherWriter();
  }

  // A beat that fails is made good by the next; if none succeeds, the lease runs out.
  const timer = setInterval(() => beat().catch(() => {}), heartbeatSeconds * 1000);
  timer.unref();

  return {
    async *watch(chunks) {
      for await (const chunk of chunks) {
        if (refusal) throw refusal;
        flowed = true;
        heardAt = Date.now();
        yield chunk;
      }
      receiving = false;
    },
    stop: () => clearInterval(timer),
  };
}
