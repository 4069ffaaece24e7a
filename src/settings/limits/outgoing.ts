import { mb } from './units.ts';

/** Webhooks, fetched inputs, outputs, and the connections of workspaces. */
export const outgoingLimits = {
  webhooksPerWorkspace: 50,
  testEventsPerHour: 60,
  eventBytes: 20_000,
  eventFiles: 20,
  publishRows: 500,
  deliverySeconds: 15,
  connectSeconds: 5,
  /** The time for one timestamp server to answer, and the size of its answer. */
  timestampSeconds: 15,
  timestampBytes: 64 * 1024,
  /** Longer than an attempt can take, because a deliverer whose lease has expired counts as dead. */
  deliveryLeaseSeconds: 30,
  deliveryAnswerBytes: 4096,
  /** Deliveries in progress: of one process, to one webhook, and to a failing webhook. */
  deliveriesAtOnce: 128,
  deliveriesPerWebhook: 8,
  deliveriesPerFailingWebhook: 2,
  deliveryPollSeconds: 1,
  deliveryShutdownSeconds: 5,
  /** The longest delay that a webhook can request with Retry-After. */
  retryAfterSeconds: 86_400,
  pauseAfterDays: 5,

  /** Inputs fetched by their address: of one process at once, and of one workspace. */
  fetchesAtOnce: 16,
  fetchesPerWorkspace: 6,
  fetchPollSeconds: 1,
  fetchRedirects: 5,
  /** The longest that one attempt may take, and the time it has until its first bytes. */
  fetchSeconds: 3600,
  fetchClaimSeconds: 120,
  /** The longest delay that a server can request with Retry-After. */
  fetchRetryAfterSeconds: 3600,
  /** Results written to connections: of one process at once, and of one workspace; the longest that one attempt may take. */
  outputsAtOnce: 8,
  outputsPerWorkspace: 4,
  outputPollSeconds: 1,
  outputLeaseSeconds: 60,
  outputSeconds: 6 * 3600,
  /**
   * Listing the files of a connection: the most files, the time for all of them, and the bytes of one folder's list or of a
   * response of S3 without a file.
   */
  listedFiles: 50_000,
  listingSeconds: 60,
  listingBytes: 32 * mb,
  storeAnswerBytes: 4 * mb,
  /** Elements within each other in a list of WebDAV, and the attributes of one element. */
  listingDepth: 32,
  listingAttributes: 1000,
  /** Steps to compare the keys of a list with a pattern: in all, and before other requests are answered. */
  patternSteps: 60_000_000,
  patternStepsAtOnce: 200_000,
  connectionsPerWorkspace: 50,
  connectionTestSeconds: 20,
} as const;
