import type { Generated } from 'kysely';
import type { Json, NullableTimestamp, Timestamp } from './columns.ts';
import type { Place } from './outputs.ts';

export interface BatchesTable {
  id: string;
  workspace_id: string;
  key_id: string | null;
  source: 'api' | 'workspace';
  type: string | null;
  recipe_id: string | null;
  options: Json<Record<string, unknown>>;
  metadata: Json<Record<string, string>>;
  retention_hours: number | null;
  output: Json<Place> | null;
  sealed: boolean;
  input_count: number;
  status: Generated<'active' | 'completed' | 'canceled'>;
  blocked: string | null;
  blocked_until: NullableTimestamp;
  fed_at: Timestamp;
  version: Generated<number>;
  created_at: Timestamp;
  canceled_at: NullableTimestamp;
  completed_at: NullableTimestamp;
}

export interface BatchInputsTable {
  batch_id: string;
  index: number;
  artifact_id: string | null;
  source: Buffer | null;
  place: Json<Place> | null;
  filename: string;
  options: Json<Record<string, unknown>>;
  secret: Buffer | null;
  metadata: Json<Record<string, string>>;
  job_id: string | null;
  run_id: string | null;
  refused: Json<{ code: string; message: string }> | null;
}
