import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { EventType } from '../contract/events.ts';
import type { Role } from '../contract/roles.ts';
import type { FailureReason, JobSource, JobState, Scope } from '../contract/states.ts';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T extends object> = JSONColumnType<T>;

export interface PlansTable {
  id: string;
  api_access: boolean;
  families: string[] | null;
  requests_per_window: number;
  operations_per_day: number | null;
  operations_per_month: number | null;
  ai_credits_per_month: number | null;
  file_bytes: number;
  merge_files: number;
  merge_bytes: number;
  concurrency: number;
  waiting: number;
  retention_seconds: number;
  storage_bytes: number | null;
  upload_url_seconds: number;
  download_url_seconds: number;
  weight: number;
}

export interface WorkspacesTable {
  id: string;
  name: string;
  plan_id: string;
  created_at: Timestamp;
  vtime: Generated<number>;
}

export interface ApiKeysTable {
  id: string;
  workspace_id: string;
  name: string;
  hash: Buffer;
  hint: string;
  scopes: Scope[];
  created_at: Timestamp;
  expires_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
  rotated_to: string | null;
  last_used_at: NullableTimestamp;
}

export interface EngineUse {
  name: string;
  version: string;
}

export interface JobsTable {
  id: string;
  seq: Generated<number>;
  workspace_id: string;
  key_id: string | null;
  source: JobSource;
  type: string;
  status: ColumnType<
    Exclude<JobState, 'uploading'>,
    Exclude<JobState, 'uploading'> | undefined,
    Exclude<JobState, 'uploading'>
  >;
  options: Json<Record<string, unknown>>;
  secret: Buffer | null;
  metadata: Json<Record<string, string>>;
  progress: Generated<number>;
  credits: Generated<number>;
  version: Generated<number>;
  created_at: Timestamp;
  queued_at: NullableTimestamp;
  started_at: NullableTimestamp;
  completed_at: NullableTimestamp;
  expires_at: Timestamp;
  deleted_at: NullableTimestamp;
  engines: Json<EngineUse[]> | null;
  duration_ms: number | null;
  failure_reason: FailureReason | null;
  diagnostic_id: string | null;
  needs: string[];
  vtag: number | null;
  run_at: NullableTimestamp;
  attempt: Generated<number>;
  failures: Generated<number>;
  worker_id: string | null;
  lease_until: NullableTimestamp;
  counted_on: string | null;
  run_id: string | null;
  step_index: number | null;
}

export interface ArtifactsTable {
  id: string;
  workspace_id: string;
  job_id: string;
  role: 'input' | 'output';
  index: number;
  filename: string;
  content_type: string;
  format: string;
  size: number;
  sha256: string;
  storage_key: string;
  metadata: Json<Record<string, string | number | boolean>>;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface JobInputsTable {
  job_id: string;
  index: number;
  filename: string;
  content_type: string;
  format: string;
  file_size: number;
  uploaded_at: NullableTimestamp;
  sha256: string | null;
  artifact_id: string | null;
  upload_token: string | null;
  upload_lease: NullableTimestamp;
}

export interface IdempotencyKeysTable {
  workspace_id: string;
  scope: string;
  key: string;
  fingerprint: Buffer;
  resource_id: string;
  created_at: Timestamp;
}

export interface UsageCountersTable {
  workspace_id: string;
  quota: 'operations' | 'operations_daily';
  window_start: string;
  used: number;
}

export interface EventsTable {
  seq: Generated<number>;
  id: Generated<string>;
  workspace_id: string;
  type: string;
  job_id: string | null;
  run_id: string | null;
  created_at: Timestamp;
  position: number | null;
  body: string | null;
}

export interface WebhooksTable {
  id: string;
  workspace_id: string;
  url: string;
  events: EventType[] | null;
  description: string;
  status: Generated<'active' | 'paused' | 'disabled'>;
  paused_reason: 'by_hand' | 'failing' | 'gone' | null;
  secret: Buffer;
  old_secret: Buffer | null;
  old_secret_until: NullableTimestamp;
  failing_since: NullableTimestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface DeliveriesTable {
  webhook_id: string;
  event_id: string;
  line: string;
  position: number;
  status: Generated<'pending' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  failures: Generated<number>;
  due_at: Timestamp;
  lease_until: NullableTimestamp;
  claim: Generated<number>;
  created_at: Timestamp;
  ended_at: NullableTimestamp;
}

export interface DeliveryAttemptsTable {
  webhook_id: string;
  event_id: string;
  number: number;
  at: Timestamp;
  duration_ms: number;
  status: number | null;
  answer: string | null;
  error: string | null;
  next_at: NullableTimestamp;
}

export interface RecipeStepRow {
  name: string;
  jobType: string;
  tab: string;
  options: Record<string, unknown>;
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
  job_id: string | null;
  failure_reason: FailureReason | null;
  diagnostic_id: string | null;
}

/** Lists a caller may choose from, by engine. */
export type EngineFacts = Record<string, Record<string, string[]>>;

export interface WorkersTable {
  id: string;
  engines: Json<Record<string, string>>;
  facts: ColumnType<EngineFacts, string | undefined, string>;
  started_at: Timestamp;
  seen_at: Timestamp;
}

export interface UsersTable {
  id: string;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  operator: Generated<boolean>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CredentialsTable {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: string;
  password: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: Timestamp;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface AccountLinksTable {
  token_hash: Buffer;
  purpose: 'first_user' | 'password_reset';
  user_id: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface MembersTable {
  workspace_id: string;
  user_id: string;
  role: Role;
  created_at: Timestamp;
}

export interface InvitationsTable {
  id: string;
  workspace_id: string;
  email: string;
  role: Role;
  token_hash: Buffer;
  invited_by: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  accepted_at: NullableTimestamp;
  accepted_by: string | null;
  revoked_at: NullableTimestamp;
}

export interface CreditEntriesTable {
  id: string;
  workspace_id: string;
  kind: 'grant' | 'reservation' | 'settlement' | 'release';
  amount: number;
  job_id: string | null;
  note: Generated<string>;
  created_by: string | null;
  created_at: Timestamp;
}

export interface JobFailuresTable {
  diagnostic_id: string;
  job_id: string;
  workspace_id: string;
  attempt: number;
  reason: FailureReason;
  outcome: 'retried' | 'failed';
  engines: string[];
  program: string | null;
  exit_code: number | null;
  signal: string | null;
  stderr: string | null;
  detail: string;
  worker_id: string | null;
  created_at: Timestamp;
}

export interface Tables {
  plans: PlansTable;
  workspaces: WorkspacesTable;
  api_keys: ApiKeysTable;
  jobs: JobsTable;
  artifacts: ArtifactsTable;
  job_inputs: JobInputsTable;
  idempotency_keys: IdempotencyKeysTable;
  usage_counters: UsageCountersTable;
  events: EventsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  workers: WorkersTable;
  recipes: RecipesTable;
  recipe_runs: RecipeRunsTable;
  run_steps: RunStepsTable;
  users: UsersTable;
  credentials: CredentialsTable;
  sessions: SessionsTable;
  account_links: AccountLinksTable;
  members: MembersTable;
  invitations: InvitationsTable;
  credit_entries: CreditEntriesTable;
  job_failures: JobFailuresTable;
}
