import { mb } from './units.ts';

/** Requests, responses and connections of callers. */
export const requestsLimits = {
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
} as const;
