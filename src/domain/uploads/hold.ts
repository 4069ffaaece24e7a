import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../contract/errors.ts';
import { renewLease } from './lease.ts';
import { type Incoming, notOpen, otherWriter, type Target, type UploadContext } from './upload.ts';

/** Keeps an upload's lease while its bytes flow, and sends the sender away when there is a reason to. */
export interface Hold {
  /** Passes the sender's chunks on, and looks at how fast they come. */
  watch(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  stop(): void;
}

export type HoldContext = Pick<UploadContext, 'db' | 'limits' | 'changes'>;

export function holdLease(
  context: HoldContext,
  target: Target,
  token: string,
  incoming: Pick<Incoming, 'cut' | 'refuse'>,
): Hold {
  const { heartbeatSeconds, uploadIdleSeconds, uploadRateSeconds, uploadBytesPerSecond, uploadGraceSeconds } =
    context.limits;
  let flowed = false;
  let receiving = true;
  let heardAt = performance.now();
  /** Since the sender's speed was last looked at. Only the time we waited for it counts. */
  let measured = { bytes: 0, waitedMs: 0 };
  const ended = new AbortController();

  /** A sender that drips holds a connection, a file and a lease for as long as it likes. */
  function isTooSlow(): boolean {
    const waited = (measured.waitedMs + performance.now() - heardAt) / 1000;
    if (waited < uploadRateSeconds) return false;
    if (measured.bytes < uploadBytesPerSecond * waited) return true;
    measured = { bytes: 0, waitedMs: 0 };
    return false;
  }

  async function renew(): Promise<void> {
    flowed = false;
    const { open, ours } = await renewLease(context, target, token);
    if (!open) incoming.refuse(notOpen());
    else if (!ours) incoming.refuse(otherWriter());
  }

  async function beat(): Promise<void> {
    if (receiving && (performance.now() - heardAt > uploadIdleSeconds * 1000 || isTooSlow()))
      return incoming.cut();
    // A sender that hangs lets its lease run out, so that the same upload can go on over another connection.
    if (!receiving || flowed) await renew();
  }

  /** Who erases or cancels the job, or uploads the same input elsewhere, changes the job: that is not waited for. */
  async function follow(): Promise<void> {
    while (!ended.signal.aborted) {
      await context.changes.waitForChange(target.jobId, uploadIdleSeconds * 1000, ended.signal);
      if (!ended.signal.aborted) await renew().catch(() => pause(heartbeatSeconds * 1000));
    }
  }

  // A beat that fails is made good by the next; if none succeeds, the lease runs out.
  const timer = setInterval(() => beat().catch(() => {}), heartbeatSeconds * 1000);
  timer.unref();
  const expiry = target.expiresAt
    ? setTimeout(
        () => incoming.refuse(new ApiError('invalid_signature')),
        Math.min(target.expiresAt.getTime() - Date.now() + uploadGraceSeconds * 1000, 2 ** 31 - 1),
      ).unref()
    : undefined;
  void follow();

  return {
    async *watch(chunks) {
      for await (const chunk of chunks) {
        flowed = true;
        measured.waitedMs += performance.now() - heardAt;
        measured.bytes += chunk.length;
        yield chunk;
        // What we took to keep it is no fault of the sender's.
        heardAt = performance.now();
      }
      receiving = false;
    },
    stop() {
      clearInterval(timer);
      clearTimeout(expiry);
      ended.abort();
    },
  };
}
