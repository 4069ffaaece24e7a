import { mb } from './units.ts';

/** How jobs are claimed, batched and retried. */
export const queueLimits = {
  leaseSeconds: 10,
  heartbeatSeconds: 3,
  pollSeconds: 5,
  /** While jobs take less than this, a worker claims some before a host is free for them. */
  shortJobMs: 100,
  /** A worker releases a job that has waited for a host for longer than this: three short jobs may run before it. */
  aheadMs: 400,
  /** Inputs of a job up to this total size are sent to its host through the channel. */
  smallInputBytes: 64 * 1024,
  /** Inputs of a job that runs speculatively have at most this total size. */
  speculativeInputBytes: 8 * 1024 * 1024,
  /**
   * How long a submission waits for its speculative run. A run that is done by then is written as a completed
   * job.
   */
  wholeJobMs: 400,
  /** The most messages of each kind in one batch, which is one transaction. */
  batchMessages: 64,
  reapSeconds: 1,
  registerSeconds: 60,
  attempts: 3,

  /** While the disk has less free space, a failed job is retried whatever its engine said about the input. */
  minFreeDiskBytes: 16 * mb,
} as const;
