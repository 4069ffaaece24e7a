import type { Static, TObject } from 'typebox';
import type { PartialText } from '../contract/partial-text.ts';
import type { Warning } from '../contract/warnings.ts';
import type { InferParams } from '../engines/model.ts';
import type { FormatId } from '../formats/formats.ts';
import type { Work } from '../settings/work.ts';
import type { JobType } from './job-type.ts';

/** An input as a host sees it: a file in the work folder. */
export interface RunInput<Format extends FormatId = FormatId> {
  path: string;
  /** As the caller named it. */
  filename: string;
  format: Format;
  size: number;
}

/** A file the job made. `path` lies in the work folder; `filename` is what the caller will see. */
export interface RunOutput {
  path: string;
  filename: string;
  format: FormatId;
  metadata?: Record<string, string | number | boolean>;
}

/** What work on files alone needs. */
export interface WorkContext<Options, Accepted extends FormatId = FormatId> {
  /** There is always one; more only for a job type whose `inputs` are many. */
  inputs: [RunInput<Accepted>, ...RunInput<Accepted>[]];
  options: Options;
  /** An empty folder of this job's own, the only place it can write. */
  dir: string;
  /** 0 to 99, whenever the engine can tell. Cheap: call it as often as you like. */
  progress(percent: number): void;
  /**
   * Says what pieces of work begin now, before the costly part: from then on they may take the time and memory that
   * `limits.work` has for them.
   */
  begin(work: Work): void;
}

/** One call of a model. Paths lie in `dir`. */
export interface InferCall {
  /** A folder of `src/engines` that has an `infer.ts`. */
  engine: string;
  /** One of the models that the job type's `resolve` named. */
  model: string;
  /** A raw file (samples, pixels) that this job made. */
  input: string;
  /** Where the model's raw result shall lie: a new file. */
  output?: string;
  params?: InferParams;
  /** 0 to 1, of this call. */
  progress?(fraction: number): void;
  partial?(value: unknown): void;
}

export interface RunContext<Options, Accepted extends FormatId = FormatId>
  extends WorkContext<Options, Accepted> {
  /** The models this request was resolved to; no other can be run. */
  models: readonly string[];
  /**
   * Runs a model on decoded samples or pixels, in a host that all workspaces share. Resolves with the small facts the model
   * tells (numbers, text, segments).
   */
  infer(call: InferCall): Promise<Record<string, unknown>>;
  /** Tells whoever follows the job a piece of the text as soon as it is known. */
  partial(text: PartialText): void;
  /**
   * Says how much work this is, in the job type's credit unit (seconds of audio, output pixels), before the costly part, and
   * again where it proves to be more: the larger number counts. Rejects with `limit_exceeded` where the workspace's credits
   * do not suffice.
   */
  charge(units: number): Promise<void>;
}

export interface RunResult {
  outputs: RunOutput[];
  /** The ids of the engines that made them, in order of use. */
  engines: string[];
  /** Where the result is less than the caller may think. */
  warnings?: Warning[];
}

/** What a `run.ts` exports as `run`. A `JobFailure` says why it cannot be done; anything else is `engine_error`. */
export type Run<Job> =
  Job extends JobType<infer Options extends TObject, infer Accepted>
    ? (context: RunContext<Static<Options>, Accepted>) => Promise<RunResult>
    : never;
