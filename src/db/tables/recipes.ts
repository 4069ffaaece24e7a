import type { Generated } from 'kysely';
import type { FailureReason } from '../../contract/states.ts';
import type { Json, NullableTimestamp, Timestamp } from './columns.ts';
import type { Place } from './outputs.ts';

export interface RecipeStepRow {
  name: string;
  jobType: string;
  tab: string;
  options: Record<string, unknown>;
  /** The ids of artifacts by their roles, as given. */
  artifacts?: Record<string, string | string[]>;
  /** The names of options that are kept sealed. */
  secretOptions?: string[];
}

export interface RecipesTable {
  id: string;
  workspace_id: string;
  name: string;
  description: string;
  steps: Json<RecipeStepRow[]>;
  secret: Buffer | null;
  accepts: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: NullableTimestamp;
}

export interface RecipeRunsTable {
  id: string;
  workspace_id: string;
  recipe_id: string;
  key_id: string | null;
  input_artifact_id: string;
  metadata: Json<Record<string, string>>;
  retention_hours: number | null;
  delete_after_download: Generated<boolean>;
  callback_url: string | null;
  output: Json<Place> | null;
  status: 'active' | 'completed' | 'failed' | 'canceled';
  counted_on: string;
  created_at: Timestamp;
  completed_at: NullableTimestamp;
}

export interface RunStepsTable {
  run_id: string;
  index: number;
  name: string;
  job_type: string;
  options: Json<Record<string, unknown>>;
  secret: Buffer | null;
  artifacts: Json<{ role: string; id: string }[]> | null;
  job_id: string | null;
  failure_reason: FailureReason | null;
  failure_message: string | null;
  diagnostic_id: string | null;
}
