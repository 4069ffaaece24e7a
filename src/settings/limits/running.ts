import { gb } from './units.ts';

/** The time, memory and output of one job, and the hosts that run it. */
export const runningLimits = {
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
    /** A file that a job converts on the way, which has the time that a job of its own begins with. */
    convertedFile: { seconds: 60, megabytes: 0 },
    /** A million pixels that are rendered, decoded, changed or encoded. */
    megapixel: { seconds: 3, megabytes: 0 },
    /** A second of sound or video. An hour of music takes hours on a small machine. */
    mediaSecond: { seconds: 12, megabytes: 0 },
    /** A million pixels of video that are decoded, changed and encoded. */
    videoMegapixel: { seconds: 0.5, megabytes: 0 },
  },
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

  hostJobs: 3000,
  hostIdleSeconds: 60,
  hostStartSeconds: 60,
  /** Compiling the modules of hosts yields to all other work, so a busy machine needs long for it. */
  compileSeconds: 600,
} as const;
