import type { FormatId } from '../formats/formats.ts';

/** A job in a worker's hands. `attempt` is the fencing token: every later word about the job carries it. */
export interface Claim {
  id: string;
  workspaceId: string;
  type: string;
  attempt: number;
  options: Record<string, unknown>;
  secret: Buffer | null;
  /** Set for a step of a recipe run. */
  runId: string | null;
  /** Null where they are kept no longer. */
  inputs: ClaimedInput[] | null;
  /** Has a place among the jobs that run models, not among the others. */
  runsModels: boolean;
  /** Seconds since it was queued. */
  waited: number;
  /** The `traceparent` of what queued it. */
  trace: string | null;
}

export interface ClaimedInput {
  index: number;
  filename: string;
  format: FormatId;
  size: number;
  /** Null where nobody has read it whole yet. */
  sha256: string | null;
  storageKey: string;
  /** The file itself, where it is small and has just come to this process. */
  bytes?: Buffer | undefined;
}

export interface ClaimRequest {
  workerId: string;
  most: number;
  /** Places beside those, for workspaces that have no job at work here. */
  guests?: number;
  leaseSeconds: number;
  engines: string[];
  /** The same for jobs that run models, and the models that there is memory for, as jobs need them. */
  models?: { most: number; guests?: number; fitting: string[] };
}

/** How many jobs a request could be answered with. */
export const countPlaces = ({ most, guests = 0, models }: ClaimRequest): number =>
  most + guests + (models?.most ?? 0) + (models?.guests ?? 0);
