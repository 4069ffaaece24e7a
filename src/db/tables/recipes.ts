import type { Generated } from 'kysely';
import type { StepCondition } from '../../contract/schemas/recipe.ts';
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
  /** The fields of a branching recipe, as given. */
  from?: string | string[];
  forEach?: boolean;
  collect?: boolean;
  when?: StepCondition;
  outputName?: string;
  output?: Place;
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
  version: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: NullableTimestamp;
}

export interface RecipeVersionsTable {
  recipe_id: string;
  version: number;
  name: string;
  description: string;
  steps: Json<RecipeStepRow[]>;
  secret: Buffer | null;
  accepts: string[];
  saved_at: Timestamp;
}

/** How a step of a branching run gets its files, and what it needs to run on them. */
export interface StepFlow {
  /** The indices of the steps whose files it uses; -1 is the input of the run. */
  sources: number[];
  mode: 'one' | 'each' | 'collect';
  /** Its formats are always a list here. */
  when?: Omit<StepCondition, 'format'> & { format?: string[] };
  outputName?: string;
  /** The engines it needs, by the format of its first file. Other formats are not accepted. */
  needs: Record<string, string[]>;
  /** The fewest files that are collected, and the most jobs. */
  least: number;
  most: number;
  /** Whether no other step uses its files, so that they belong to the run's result. */
  leaf: boolean;
  /** The job type that counts and describes pages, if the condition needs them. */
  counter?: { type: string; needs: string[] };
}

export interface RecipeRunsTable {
  id: string;
  workspace_id: string;
  recipe_id: string;
  recipe_version: number | null;
  key_id: string | null;
  input_artifact_id: string;
  metadata: Json<Record<string, string>>;
  retention_hours: number | null;
  delete_after_download: Generated<boolean>;
  callback_url: string | null;
  output: Json<Place> | null;
  status: 'active' | 'completed' | 'failed' | 'canceled';
  counted_on: string;
  /** The golden file that it checks. */
  golden_file_id: string | null;
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
  flow: Json<StepFlow> | null;
  output: Json<Place> | null;
  state: string | null;
  live: Generated<number>;
  job_id: string | null;
  failure_reason: FailureReason | null;
  failure_message: string | null;
  diagnostic_id: string | null;
}
