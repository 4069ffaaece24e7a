import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../../contract/errors.ts';
import { renewLease } from './lease.ts';
import { SenderSpeed } from './speed.ts';
import { type Incoming, notOpen, otherWriter, type UploadContext, type UploadTarget } from './upload.ts';

/** Renews an upload's lease while bytes arrive, and cuts off a sender that is too slow or no longer wanted. */
export interface Hold {
  /** Passes the sender's chunks on and measures how fast they come. */
  watch(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  stop(): void;
}

export type HoldContext = Pick<UploadContext, 'db' | 'limits' | 'changes'>;

export function holdLease(
  context: HoldContext,
  target: UploadTarget,
  token: string,
  incoming: Pick<Incoming, 'cut' | 'refuse'>,
): Hold {
  const { heartbeatSeconds, uploadIdleSeconds, uploadGraceSeconds } = context.limits;
  let flowed = false;
  let receiving = true;
  let heardAt = performance.now();
  const speed = new SenderSpeed(context.limits);
  const ended = new AbortController();

  async function renew(): Promise<void> {
    flowed = false;
    const { exists, open, ours } = await renewLease(context, target, token);
    if (!exists) incoming.refuse(new ApiError('job_not_found'));
    else if (!open) incoming.refuse(notOpen());
    else if (!ours) incoming.refuse(otherWriter());
  }

  async function beat(): Promise<void> {
    if (receiving && speed.isTooSlow(performance.now() - heardAt)) return incoming.cut();
    // The lease of a silent sender is not renewed, so that the upload can go on over another connection.
    if (!receiving || flowed) await renew();
  }

  /** Watches the job, so that the sender is cut off at once if the job is erased or canceled, or another process receives the same input. */
  async function follow(): Promise<void> {
    while (!ended.signal.aborted) {
      await context.changes.waitForChange(target.jobId, uploadIdleSeconds * 1000, ended.signal);
      if (!ended.signal.aborted) await renew().catch(() => pause(heartbeatSeconds * 1000));
    }
  }

  // After a beat that fails the next one tries again. If none succeeds, the lease runs out.
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
        speed.note(chunk.length, performance.now() - heardAt);
        yield chunk;
        // The time that storing took does not count against the sender.
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
