import type { CompareMode } from '../../contract/compare-modes.ts';
import type { FailureReason } from '../../contract/states.ts';
import type { Json, NullableTimestamp, Timestamp } from './columns.ts';
import type { EngineUse } from './jobs.ts';

export interface GoldenFilesTable {
  id: string;
  workspace_id: string;
  recipe_id: string;
  key_id: string | null;
  source: 'api' | 'workspace';
  name: string;
  compare: Json<{ by?: CompareMode; tolerance?: number }>;
  holder_id: string;
  accepted_at: Timestamp;
  accepted_version: number | null;
  accepted_engines: Json<EngineUse[]>;
  run_id: string | null;
  checked_version: number | null;
  /** The engine versions that need no further check, as `golden_engines` writes them. */
  checked_for: string | null;
  check_status: 'pending' | 'passed' | 'different' | 'failed' | null;
  check_message: string | null;
  check_failure: Json<{ step?: number; reason?: FailureReason; message?: string }> | null;
  check_engines: Json<EngineUse[]> | null;
  check_started_at: NullableTimestamp;
  checked_at: NullableTimestamp;
  created_at: Timestamp;
}
