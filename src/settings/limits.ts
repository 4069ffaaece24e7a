const mb = 1024 * 1024;
const gb = 1024 * mb;

/** The limits no operator sets: every loop, queue, buffer and document has one, and here is its name. */
export const limits = {
  /** HTTP */
  bodyBytes: 1 * mb,
  headerSeconds: 10,
  /** How often connections are looked at that have brought no whole header, and how long one is open after it was refused. */
  connectionCheckSeconds: 2,
  refusedConnectionSeconds: 2,
  /** At once; fewer where the system lets a process open few files, of which some are kept for ourselves. */
  connections: 10_000,
  leastConnections: 20,
  /** Asked on one connection before the first is answered (pipelining); how long an answer waits for a reader that takes nothing. */
  requestsOnConnection: 20,
  stalledReaderSeconds: 60,
  reservedDescriptors: 200,
  /** For a whole body of JSON; files have as long as bytes come. */
  bodySeconds: 30,
  /** A file and its options in one request: how long its answer is waited for, and what else its form may hold. */
  submissionWaitSeconds: 300,
  submissionWaitDefaultSeconds: 60,
  /** Of those for one thing no more wait than ended in the last seconds, and at least so many. */
  oneRequest: { least: 100, seconds: 3 },
  formFieldBytes: 256 * 1024,
  formParts: 1000,
  sseHeartbeatSeconds: 15,
  /** At once in one process, and of one workspace. */
  eventStreams: { inAll: 1000, perWorkspace: 250 },
  waits: { inAll: 2000, perWorkspace: 500 },
  uploads: { inAll: 1000, perWorkspace: 250 },
  downloads: { inAll: 1000, perWorkspace: 250 },
  /** How soon an open stream ends after its key was revoked, its member removed or its session ended. */
  accessCheckSeconds: 1,
  shutdownSeconds: 25,
  /** No answer is larger, files and streams of events aside: a page of a list ends before. */
  answerBytes: 4 * mb,
  pageBytes: 1 * mb,
  /** Files in a job's own answer, and in each step of a run's; inputs of a job in a list; attempts of a delivery. */
  answerFiles: 100,
  stepFiles: 20,
  listedInputs: 20,
  deliveryAttempts: 50,

  /** Files */
  sniffBytes: 64 * 1024,
  /** A sender that is silent for longer is cut off. */
  uploadIdleSeconds: 60,
  /** So is one that, over this long, brings fewer bytes a second than this. */
  uploadRateSeconds: 60,
  uploadBytesPerSecond: 1024,
  /** How much longer than its address an upload may take that has begun in time. */
  uploadGraceSeconds: 60,
  /** What a sender goes on sending after it was refused is read away, so that it sees the refusal, but not without end. */
  refusedBodyBytes: 1 * gb,
  refusedBodySeconds: 20,
  /** So is one that takes nothing more of a download. */
  downloadIdleSeconds: 60,
  neverStartedHours: 24,
  expireSeconds: 30,
  sweepSeconds: 600,
  purgeSeconds: 3600,
  noteStorageSeconds: 900,
  /**
   * Ended jobs and failures are added up this often, so many in a transaction, when twice as long has passed: a clock that was
   * set back in between is noticed.
   */
  addUpSeconds: 10,
  addUpRows: 10_000,
  /** Names of files are noted for searches so many jobs at a time, when this long has passed since they were created. */
  gatherNamesSeconds: 60,
  nameStretchJobs: 100,
  namesSettleSeconds: 120,
  /** A longer queue is not counted whenever somebody asks, but noted this often; a note that is older is not believed. */
  noteQueueSeconds: 10,
  countedQueue: 1000,
  noteQueueTrustedSeconds: 40,
  /** Rows of ended jobs stay readable this long after their files are gone. */
  rowDays: 90,
  sweepRows: 500,
  /** All stored files are read, a piece at a time, to find what the disk has damaged; after a round there is a rest. */
  scrubSeconds: 60,
  scrubFiles: 1000,
  scrubBytes: 1 * gb,
  scrubDays: 7,
  /** A file no row names is left alone this long: its row may be about to be written. */
  orphanMinutes: 60,
  /** An S3 store: how often a request is tried, and how long it may take to connect or be silent. */
  storeAttempts: 4,
  storeConnectSeconds: 5,
  storeIdleSeconds: 30,
  /** How often a job is tried that the store, or a full disk, keeps from its end, with a minute in between at last. */
  outageAttempts: 30,
  /** Of a store that does not answer, callers are told to come back after this. */
  storeRetrySeconds: 5,
  /** The most that one PUT of a caller may bring; a larger file comes through us. */
  directUploadBytes: 5 * gb,
  /** Inputs of one job taken in at once that callers sent to the store. */
  arrivedAtOnce: 8,

  /** Queue */
  leaseSeconds: 10,
  heartbeatSeconds: 3,
  pollSeconds: 5,
  /** Jobs that take less are taken on before a host is free for them, */
  shortJobMs: 50,
  /** and given back where they would wait for longer than this. */
  aheadMs: 250,
  /** Ends, and new jobs, that one transaction takes. */
  turnWords: 64,
  reapSeconds: 1,
  registerSeconds: 60,
  attempts: 3,

  /** What engines say of an input is not believed while the disk they write to has less room than this. */
  leastFreeDiskBytes: 16 * mb,

  /** One job, where its job type does not say otherwise */
  jobSeconds: 300,
  jobMemoryMb: 2048,
  /** What a job type can ask for at most. */
  mostJobMemoryMb: 8192,
  jobProcesses: 256,
  outputBytes: 20 * gb,
  outputFiles: 10_000,
  failureDetailBytes: 16 * 1024,
  /** What the operator can read of a failure: what a program said last, and what we say of it. */
  failureTextBytes: 4096,

  /** Webhooks */
  webhooksPerWorkspace: 50,
  eventBytes: 20_000,
  eventFiles: 20,
  publishRows: 500,
  deliverySeconds: 15,
  connectSeconds: 5,
  /** Longer than an attempt can take: afterwards its deliverer counts as dead. */
  deliveryLeaseSeconds: 30,
  deliveryAnswerBytes: 4096,
  /** Under way at once: of one process, of one webhook, of one that fails. */
  deliveriesAtOnce: 128,
  deliveriesPerWebhook: 8,
  deliveriesPerFailingWebhook: 2,
  deliveryPollSeconds: 1,
  deliveryShutdownSeconds: 5,
  /** The longest a webhook can put us off by Retry-After. */
  retryAfterSeconds: 86_400,
  pauseAfterDays: 5,

  /** People */
  sessionDays: 14,
  /** Links that are shown once: to become the first user, to choose a new password, to join a workspace. */
  firstLinkHours: 24,
  resetLinkHours: 24,
  invitationDays: 7,
  membersPerWorkspace: 500,
  invitationsPerWorkspace: 100,
  keysPerWorkspace: 200,
  /** How long after its revocation a key can be made to work again. */
  keyRestoreSeconds: 600,
  /** Tries to sign in that fail, within the window: of one account, and from one address. */
  signInWindowSeconds: 900,
  signInTriesPerAccount: 10,
  signInTriesPerAddress: 50,

  /** Hosts */
  hostJobs: 1000,
  hostIdleSeconds: 60,
  hostStartSeconds: 60,

  /** Models */
  /** For a whole model, on a slow line. */
  modelFetchSeconds: 3600,
  modelFetchIdleSeconds: 60,
  /** What a pull that was killed has left is removed after this. */
  modelLeftoverHours: 24,
  /** How soon a worker notices a model that was pulled or removed. */
  modelLookSeconds: 5,
  /** A job that runs models, where its job type does not say otherwise: an hour of music takes hours on a small machine. */
  modelJobSeconds: 12 * 3600,
  /** One call of a model, on some seconds of sound or one tile of a picture. */
  inferSeconds: 900,
  inferBytes: 512 * mb,
  /** Calls of one job under way at once. */
  inferCalls: 8,
  modelHostIdleSeconds: 300,
  /** Cores one call makes good use of: a machine with twice as many computes two at once. */
  inferCores: 8,
  /** How long jobs of other models may go before one whose model does not fit beside theirs. */
  modelPatienceSeconds: 60,

  /** Database */
  poolConnections: 10,
  /** How often the server is asked whether it is there, and how long it may take to say so. */
  pulseSeconds: 1,
  pulsePatienceSeconds: 3,
  embeddedConnections: 60,
  databaseStartSeconds: 120,
  databaseStopSeconds: 20,
} as const;
