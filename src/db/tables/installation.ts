import type { Generated } from 'kysely';
import type { Timestamp } from './columns.ts';

export interface ModelInstallsTable {
  name: string;
  status: Generated<'requested' | 'installing' | 'installed' | 'failed'>;
  percent: Generated<number>;
  reason: string | null;
  message: string | null;
  worker_id: string | null;
  requested_at: Timestamp;
  updated_at: Timestamp;
}
