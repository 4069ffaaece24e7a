import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
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
  sha256: string;
  storageKey: string;
}

export interface ClaimRequest {
  workerId: string;
  most: number;
  leaseSeconds: number;
  engines: string[];
  /** Places for jobs that run models, and the models that there is memory for, as jobs need them. */
  models?: { most: number; fitting: string[] };
}

export async function claimJobs(db: Database, request: ClaimRequest): Promise<Claim[]> {
  const { most, fitting } = request.models ?? { most: 0, fitting: [] };
  const { rows } = await sql<Claim & { workspace_id: string }>`
    select id, workspace_id as "workspaceId", type, attempt, options, secret, run_id as "runId", inputs,
      runs_models as "runsModels", waited, trace
    from job_claim(${request.workerId}, ${request.most}, make_interval(secs => ${request.leaseSeconds}), ${request.engines},
      ${most}, ${fitting})
  `.execute(db);
  return rows;
}
