import { gb } from './units.ts';

/** Uploads, downloads, stored files, and the rows about them. */
export const filesLimits = {
  sniffBytes: 64 * 1024,
  /** A sender that is silent for longer is disconnected. */
  uploadIdleSeconds: 30,
  /** A sender that is slower than this rate over this many seconds is disconnected too. */
  uploadRateSeconds: 30,
  uploadBytesPerSecond: 1024,
  /** How long an upload that started in time may continue after its URL has expired. */
  uploadGraceSeconds: 60,
  /** How much of a refused body is read and discarded, so that the sender sees the refusal. */
  refusedBodyBytes: 1 * gb,
  refusedBodySeconds: 20,
  /** A client that reads nothing of a download for longer is disconnected. */
  downloadIdleSeconds: 60,
  neverStartedHours: 24,
  /** Estimates look at the `recentJobs` that ended last, use up to `similarJobs` of them, and need at least `minJobs`. */
  estimate: { recentJobs: 1000, similarJobs: 25, minJobs: 3 },
  expireSeconds: 30,
  sweepSeconds: 600,
  purgeSeconds: 3600,
  noteStorageSeconds: 900,
  /** How often the work and files of deleted workspaces are looked for, and how long their rows stay for usage to be added up. */
  deletedWorkspaceSeconds: 5,
  deletedWorkspaceRowMinutes: 60,
  /**
   * Ended jobs and failures are added up at this interval, `addUpRows` of them in a transaction. Only those that ended two
   * intervals ago are added up, so that it is noticed if the clock was set back.
   */
  addUpSeconds: 10,
  addUpRows: 10_000,
  /** Jobs that the operators' overview of the last day counts; of more, only the latest. */
  activityJobs: 100_000,
  /**
   * Filenames are collected for search at this interval, from `nameStretchJobs` jobs at a time, once the youngest of them was created
   * `namesSettleSeconds` ago.
   */
  indexNamesSeconds: 60,
  nameStretchJobs: 100,
  namesSettleSeconds: 120,
  /**
   * A queue longer than `countedQueue` is counted at this interval instead of on request; an older count is
   * not used.
   */
  noteQueueSeconds: 10,
  countedQueue: 1000,
  noteQueueTrustedSeconds: 40,
  /** Rows of ended jobs stay readable this long after their files are deleted. */
  rowDays: 90,
  sweepRows: 500,
  /**
   * All stored files are read to find damage on disk: at this interval, up to `scrubFiles` files and `scrubBytes` bytes. The next
   * round starts `scrubDays` days after the last one ended.
   */
  scrubSeconds: 60,
  scrubFiles: 1000,
  scrubBytes: 1 * gb,
  scrubDays: 7,
  /** A file without a row is kept this long, because its row may be about to be written. */
  orphanMinutes: 60,
  /** An S3 store: attempts per request, and the time to connect or to be silent. */
  storeAttempts: 4,
  storeConnectSeconds: 5,
  storeIdleSeconds: 30,
  /**
   * Attempts of a job while the store is unreachable or the disk is full. Later attempts are a minute apart.
   */
  outageAttempts: 30,
  /** The Retry-After for callers while the store does not respond. */
  storeRetrySeconds: 5,
  /** The largest file that a caller sends directly to the store. Larger ones go through the service. */
  directUploadBytes: 5 * gb,
  /** Inputs of one job, sent directly to the store, that are checked at once. */
  arrivedAtOnce: 8,
} as const;
