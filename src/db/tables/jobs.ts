import type { ColumnType, Generated } from 'kysely';
import type { FailureReason, JobSource, JobState } from '../../contract/states.ts';
import type { Warning } from '../../contract/warnings.ts';
import type { FormatId } from '../../formats/formats.ts';
import type { Json, NullableTimestamp, Timestamp } from './columns.ts';
import type { Place } from './outputs.ts';

export interface EngineUse {
  name: string;
  version: string;
}

export interface JobsTable {
  id: string;
  seq: Generated<number>;
  workspace_id: string;
  key_id: string | null;
  /**
   * `upload`: it never runs, and only holds a file uploaded by itself. `preview`: it makes a row of `previews`, and is then deleted.
   * `check`: it holds the files of a golden file, or is a step of the run that checks one.
   */
  source: JobSource | 'upload' | 'preview' | 'check';
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
  trace: Generated<string | null>;
  metered: Generated<boolean>;
  version: Generated<number>;
  /** Whether it starts when its last input arrives. */
  auto_start: Generated<boolean>;
  /** The quota, or the error code, that kept it from starting by itself, and when. */
  start_refused: string | null;
  start_refused_at: NullableTimestamp;
  created_at: Timestamp;
  queued_at: NullableTimestamp;
  started_at: NullableTimestamp;
  completed_at: NullableTimestamp;
  expires_at: Timestamp;
  deleted_at: NullableTimestamp;
  engines: Json<EngineUse[]> | null;
  duration_ms: number | null;
  failure_reason: FailureReason | null;
  failure_option: string | null;
  failure_message: string | null;
  failure_detail: Generated<string | null>;
  warnings: Json<Warning[]> | null;
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
  step_part: number | null;
  declared_inputs: Generated<number>;
  /** A shorter retention than the plan's. */
  retention_hours: number | null;
  delete_after_download: Generated<boolean>;
  callback_url: string | null;
  output: Json<Place> | null;
  /** It asks for an earlier result of the same request. */
  reuse: Generated<boolean>;
  /** Its result may serve later jobs that ask for it. */
  reusable: Generated<boolean>;
  reused_from: string | null;
  batch_id: string | null;
}

export interface ArtifactsTable {
  id: string;
  workspace_id: string;
  job_id: string;
  role: 'input' | 'output';
  index: number;
  filename: string;
  content_type: string;
  format: FormatId;
  size: number;
  /** Null until somebody has read the whole file. */
  sha256: string | null;
  storage_key: string;
  /** The file itself, where it is small; null if the storage has it. */
  content: Generated<Buffer | null>;
  metadata: Json<Record<string, string | number | boolean>>;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** Set only for outputs of jobs with `delete_after_download`. */
  downloaded_at: NullableTimestamp;
}

export interface JobInputsTable {
  job_id: string;
  index: number;
  role: string | null;
  filename: string;
  content_type: string;
  format: FormatId;
  file_size: number;
  /** It was made with an artifact that was there already, and takes no upload. */
  given: Generated<boolean>;
  uploaded_at: NullableTimestamp;
  sha256: string | null;
  artifact_id: string | null;
  upload_token: string | null;
  upload_lease: NullableTimestamp;
  reserved: Generated<number>;
}

export interface IdempotencyKeysTable {
  workspace_id: string;
  scope: string;
  key: string;
  fingerprint: Buffer;
  resource_id: string;
  created_at: Timestamp;
}

/** A picture that the web page shows of an artifact, or the job that makes it. */
export interface PreviewsTable {
  job_id: string;
  workspace_id: string;
  artifact_id: string;
  request: string;
  status: Generated<'open' | 'made' | 'failed'>;
  content_type: string | null;
  size: number | null;
  storage_key: string | null;
  content: Buffer | null;
  expires_at: Timestamp;
}

/** Text of a running job that is known before it ends. */
export interface JobPartialsTable {
  job_id: string;
  /** Grows with every piece, from attempt to attempt. */
  place: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
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

/** Lists a caller may choose from, by engine. */
export type EngineFacts = Record<string, Record<string, string[]>>;

export interface WorkersTable {
  id: string;
  engines: Json<Record<string, string>>;
  facts: ColumnType<EngineFacts, string | undefined, string>;
  /** Ids of engines that set-up is installing there. */
  installing: Generated<string[]>;
  started_at: Timestamp;
  seen_at: Timestamp;
}
