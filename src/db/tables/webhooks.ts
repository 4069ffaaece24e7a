import type { Generated } from 'kysely';
import type { EventType } from '../../contract/events.ts';
import type { NullableTimestamp, Timestamp } from './columns.ts';

export interface EventsTable {
  seq: Generated<number>;
  id: Generated<string>;
  workspace_id: string;
  type: string;
  job_id: string | null;
  run_id: string | null;
  batch_id: string | null;
  golden_file_id: string | null;
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
  /** Whether it only holds the secret of the workspace's callbacks, and is not a webhook that callers see. */
  callbacks: Generated<boolean>;
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
  /** The address of a callback. */
  url: Generated<string | null>;
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
  signature: string | null;
  next_at: NullableTimestamp;
}
