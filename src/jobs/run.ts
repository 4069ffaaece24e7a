import type { Static, TObject } from 'typebox';
import type { FormatId } from '../formats/formats.ts';
import type { JobType } from './job-type.ts';

/** An input as a host sees it: a file in the work folder. */
export interface RunInput {
  path: string;
  /** As the caller named it. */
  filename: string;
  format: FormatId;
  size: number;
}

/** A file the job made. `path` lies in the work folder; `filename` is what the caller will see. */
export interface RunOutput {
  path: string;
  filename: string;
  format: FormatId;
  metadata?: Record<string, string | number | boolean>;
}

export interface RunContext<Options> {
  inputs: RunInput[];
  options: Options;
  /** An empty folder of this job's own, the only place it can write. */
  dir: string;
  /** 0 to 99, whenever the engine can tell. Cheap: call it as often as you like. */
  progress(percent: number): void;
}

export interface RunResult {
  outputs: RunOutput[];
  /** The ids of the engines that made them, in order of use. */
  engines: string[];
}

/** What a `run.ts` exports as `run`. A `JobFailure` says why it cannot be done; anything else is `engine_error`. */
export type Run<Job> =
  Job extends JobType<infer Options extends TObject>
    ? (context: RunContext<Static<Options>>) => Promise<RunResult>
    : never;
