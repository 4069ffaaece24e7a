import type { Static, TObject } from 'typebox';
import type { PartialText } from '../contract/partial-text.ts';
import type { Warning } from '../contract/warnings.ts';
import type { InferParams } from '../engines/model.ts';
import type { FormatId } from '../formats/formats.ts';
import type { ContentSize } from '../settings/content-size.ts';
import type { Work } from '../settings/work.ts';
import type { JobType } from './job-type.ts';

/** An input for a run: a file in the work folder. */
export interface RunInput<Format extends FormatId = FormatId> {
  path: string;
  /** The caller's name for it. */
  filename: string;
  format: Format;
  size: number;
}

/** A file made by the job. `path` is in the work folder; `filename` is the name that the caller sees. */
export interface RunOutput {
  path: string;
  filename: string;
  format: FormatId;
  metadata?: Record<string, string | number | boolean>;
}

/** The context for work on files alone. */
export interface WorkContext<Options, Accepted extends FormatId = FormatId> {
  /** The inputs: one, or more for a job type whose `inputs` is `many`. */
  inputs: [RunInput<Accepted>, ...RunInput<Accepted>[]];
  options: Options;
  /** An empty folder for this job, the only place it can write to. */
  dir: string;
  /** Reports progress, 0 to 99, if the engine knows it. It is cheap and may be called often. */
  progress(percent: number): void;
  /**
   * Announces pieces of work before the costly part. From then on, the job may use the time and memory that
   * `limits.work` has for them.
   */
  begin(work: Work): void;
  /** Reports the size of the content before the costly part. Rejects with `limit_exceeded` if the plan allows less. */
  measure(size: ContentSize): Promise<void>;
}

/** One call of a model. Paths are in `dir`. */
export interface InferCall {
  /** A folder of `src/engines` that has an `infer.ts`. */
  engine: string;
  /** One of the models named by the job type's `resolve`. */
  model: string;
  /** A raw file (samples, pixels) made by this job. */
  input: string;
  /** The path of a new file for the model's raw result. */
  output?: string;
  params?: InferParams;
  /** Reports the progress of this call, 0 to 1. */
  progress?(fraction: number): void;
  partial?(value: unknown): void;
}

/** The answer of a timestamp server (RFC 3161) to a request. */
export interface Timestamp {
  /** The random number of the request, in hexadecimal, which the answer must repeat. */
  nonce: string;
  /** The answer in base64, as it was received. */
  response: string;
}

export interface RunContext<Options, Accepted extends FormatId = FormatId>
  extends WorkContext<Options, Accepted> {
  /** The models that this request was resolved to. No others can be run. */
  models: readonly string[];
  /**
   * Runs a model on decoded samples or pixels, in a host shared by all workspaces. Resolves with the model's
   * small results (numbers, text, segments).
   */
  infer(call: InferCall): Promise<Record<string, unknown>>;
  /** Sends a piece of text to the job's followers as soon as it is known. */
  partial(text: PartialText): void;
  /**
   * Reports the amount of work in the job type's credit unit (seconds of audio, output pixels), before the
   * costly part and again if it proves to be more; the larger number counts. Rejects with `limit_exceeded` if
   * the workspace has too few credits.
   */
  charge(units: number): Promise<void>;
  /**
   * Has a timestamp server of the operator confirm the time of a SHA-256 digest (in hexadecimal), once per job. The request must be
   * resolved to the engine `timestamp-server`.
   */
  timestamp(digest: string): Promise<Timestamp>;
}

export interface RunResult {
  outputs: RunOutput[];
  /** The ids of the engines used, in order of use. */
  engines: string[];
  /** Ways in which the result is less than the caller may expect. */
  warnings?: Warning[];
}

/**
 * The type of a `run.ts`'s export `run`. It throws a `JobFailure` to say why it fails; any other error
 * becomes `engine_error`.
 */
export type Run<Job> =
  Job extends JobType<infer Options extends TObject, infer Accepted>
    ? (context: RunContext<Static<Options>, Accepted>) => Promise<RunResult>
    : never;
