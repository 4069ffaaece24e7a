import type { Generated } from 'kysely';
import type { Scope } from '../../contract/states.ts';
import type { NullableTimestamp, Timestamp } from './columns.ts';

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
  pending_inputs: number;
  media_seconds: number | null;
  megapixels: number | null;
  archive_entries: number | null;
  retention_seconds: number;
  storage_bytes: number | null;
  upload_url_seconds: number;
  download_url_seconds: number;
  weight: number;
  /** Whether inputs may be named by their address. */
  url_inputs: boolean;
}

export interface WorkspacesTable {
  id: string;
  name: string;
  plan_id: string;
  created_at: Timestamp;
  vtime: Generated<number>;
  deleted_at: NullableTimestamp;
  purged_at: NullableTimestamp;
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

export interface UsageCountersTable {
  workspace_id: string;
  quota: 'operations' | 'operations_daily' | 'previews_daily';
  window_start: string;
  used: number;
}

export interface StorageCountersTable {
  workspace_id: string;
  shard: number;
  bytes: number;
}

export interface CreditEntriesTable {
  id: string;
  workspace_id: string;
  kind: 'allowance' | 'expiry' | 'grant' | 'reservation' | 'settlement' | 'release';
  amount: number;
  of_allowance: Generated<number>;
  job_id: string | null;
  note: Generated<string>;
  created_by: string | null;
  created_at: Timestamp;
}

export interface CreditBalancesTable {
  workspace_id: string;
  balance: number;
  allowance_left: number;
  month: Generated<string>;
  allowance_given: Generated<number>;
  used: Generated<number>;
}

export interface StorageDaysTable {
  workspace_id: string;
  day: string;
  bytes: number;
}
