import type { RunInput } from '../../jobs/run.ts';
import type { ContentSize } from '../../settings/content-size.ts';
import type { TakenResult } from './outputs.ts';

/** An input that is sent to the host through its channel. */
export interface SmallInput extends Omit<RunInput, 'path'> {
  bytes: Buffer;
}

export interface HostLimits {
  /** The longest total time. */
  seconds: number;
  /** The initial time, in addition to the time for its inputs. */
  startSeconds: number;
  memoryMb: number;
  outputBytes: number;
  outputFiles: number;
}

/** One job for a host. */
export interface HostRequest<T> {
  workspaceId: string;
  /** The id for the log, if there is a job. */
  jobId?: string;
  /** `standard`, or the resolution's `host` if an engine has hosts of its own. */
  pool: string;
  type: string;
  /** The ids of the engines it will use, as far as known. */
  engines: readonly string[];
  options: unknown;
  /** The names of the models it may run. */
  models: readonly string[];
  /** The unit in which it is charged, which also measures its work. */
  chargedWork?: 'mediaSecond' | 'pixel';
  limits: HostLimits;
  /**
   * Copies the inputs into the new work folder. If `lendable`, they may be links to files that belong to us
   * and that only we can write. Called again if a host died before it started the job.
   */
  prepare(dir: string, lendable: boolean): Promise<RunInput[]>;
  /** The inputs themselves if they are small: a host that works in memory needs no folder for them. */
  small?: (() => Promise<SmallInput[]>) | undefined;
  /**
   * Stores the checked outputs; the host is already free for another job. Unless they are movable, they must
   * be copied up to the size they had, since the host may still have them open.
   */
  collect(result: TakenResult, movable: boolean): Promise<T>;
  onProgress(percent: number): void;
  /** Receives a piece of the result early. It comes from a host and is not validated. */
  onPartial(value: unknown): void;
  /**
   * Charges so many units of the job type's work. Rejects with a `JobFailure` if there are too few credits.
   */
  charge(units: number): Promise<void>;
  /** Rejects with a `JobFailure` if content of this size is not allowed. */
  measure(size: ContentSize): Promise<void>;
  /** Kills the host with all its children immediately; `run` then rejects with its reason. */
  signal: AbortSignal;
}
