import type { FormatId } from '../formats/formats.ts';

/** A job that a worker holds. `attempt` is the fencing token: every later message about the job carries it. */
export interface Claim {
  id: string;
  workspaceId: string;
  type: string;
  attempt: number;
  options: Record<string, unknown>;
  secret: Buffer | null;
  /** The run that the job is a step of. */
  runId: string | null;
  /** Null if the files are no longer kept. */
  inputs: ClaimedInput[] | null;
  /** Whether it takes a place among the jobs that run models, not among the others. */
  runsModels: boolean;
  /** Whether it makes a preview, which takes no place. */
  isPreview: boolean;
  /** Seconds since it was queued. */
  waited: number;
  /** The `traceparent` of the request that queued it. */
  trace: string | null;
}

export interface ClaimedInput {
  index: number;
  filename: string;
  format: FormatId;
  size: number;
  /** Null if nobody has read the whole file yet. */
  sha256: string | null;
  storageKey: string;
  /** The bytes of a small file that this process has just received. */
  bytes?: Buffer | undefined;
}

export interface ClaimRequest {
  workerId: string;
  most: number;
  /** The number of further places for workspaces that have no job running on this worker. */
  guests?: number;
  leaseSeconds: number;
  engines: string[];
  /** The same for jobs that run models, and the models that fit into memory, named as jobs need them. */
  models?: { most: number; guests?: number; fitting: string[] };
}

/** Returns how many jobs a request can be answered with at most. */
export const countPlaces = ({ most, guests = 0, models }: ClaimRequest): number =>
  most + guests + (models?.most ?? 0) + (models?.guests ?? 0);
