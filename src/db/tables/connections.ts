import type { Connection, ConnectionKind } from '../../contract/schemas/connection.ts';
import type { Json, Timestamp } from './columns.ts';

export interface ConnectionsTable {
  id: string;
  workspace_id: string;
  name: string;
  kind: ConnectionKind;
  /** The settings that may be shown; the others are sealed. */
  settings: Json<Omit<Connection, 'id' | 'name' | 'kind' | 'createdAt' | 'testedAt'>>;
  secret: Buffer | null;
  created_at: Timestamp;
  tested_at: Timestamp;
}
