import type { RunInput } from '../../jobs/run.ts';
import type { TakenResult } from './outputs.ts';

/** An input that goes to the host by its channel. */
export interface SmallInput extends Omit<RunInput, 'path'> {
  bytes: Buffer;
}

export interface HostLimits {
  /** The longest that it may take in all. */
  seconds: number;
  /** How long it has to begin with, besides the time for its inputs. */
  startSeconds: number;
  memoryMb: number;
  outputBytes: number;
  outputFiles: number;
}

/** One job, as the worker hands it to a host. */
export interface HostRequest<T> {
  workspaceId: string;
  /** For the log, where it has one. */
  jobId?: string;
  /** `standard`, or what the resolution's `host` says: an engine that lives in hosts of its own. */
  pool: string;
  type: string;
  /** Those it will use, by id, as far as they are known. */
  engines: readonly string[];
  options: unknown;
  /** The models it may run, by name. */
  models: readonly string[];
  /** What the units are that it is charged for, which also say how much work it has. */
  chargedWork?: 'mediaSecond' | 'pixel';
  limits: HostLimits;
  /**
   * Puts the inputs into the fresh work folder, as copies; where `lendable`, a link to a file that is ours and that only we
   * can write to will do. Called again where a host died before it began.
   */
  prepare(dir: string, lendable: boolean): Promise<RunInput[]>;
  /** The inputs themselves, where they are small: a host that works in memory needs no folder for them. */
  small?: (() => Promise<SmallInput[]>) | undefined;
  /**
   * Stores the outputs, already checked; the host is free for another job by then. Unless they are movable they must be
   * copied, no more than the size they had, since the host may still hold them open.
   */
  collect(result: TakenResult, movable: boolean): Promise<T>;
  onProgress(percent: number): void;
  /** A piece of the result that is known already. It comes from a host: nothing is known of it. */
  onPartial(value: unknown): void;
  /** Pays for so many units of the job type's work; rejects with a `JobFailure` where the credits do not suffice. */
  charge(units: number): Promise<void>;
  /** Ends the host with all its children at once; `run` then rejects with its reason. */
  signal: AbortSignal;
}
