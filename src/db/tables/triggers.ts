import type { Generated } from 'kysely';
import type { NewTrigger } from '../../contract/schemas/trigger.ts';
import type { Json, Timestamp } from './columns.ts';

export interface TriggersTable {
  id: string;
  workspace_id: string;
  key_id: string | null;
  source: 'api' | 'workspace';
  name: string;
  /** The encrypted settings of the work. */
  work: Buffer;
  shown: Json<object>;
  watch: Json<NonNullable<NewTrigger['watch']>> | null;
  schedule: Json<NonNullable<NewTrigger['schedule']>> | null;
  enabled: Generated<boolean>;
  due_at: Timestamp;
  claim: Generated<number>;
  began: Generated<boolean>;
  failures: Generated<number>;
  problem: string | null;
  created_at: Timestamp;
}
